"""How report pages look, and the one thing that they do: change their language."""

STYLE = """
:root { color-scheme: light dark; --ink: #12343b; --paper: #fbfaf5; --sheet: #ffffff; --faint: #4d6b70;
  --line: #d5dedb; --sea: #0f7c8f; --band: #bfe3e6; --rest: #e8c9a0 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6f1f0; --paper: #0c1f24; --sheet: #122b31; --faint: #9db9bb;
  --line: #2b474d; --sea: #52c1cf; --band: #1d535c; --rest: #7a5a33 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 1rem 1rem 4rem }
h1 { margin: .5rem 3rem .5rem 0; font-size: 1.9rem; line-height: 1.2 }
h2 { margin: 2.5rem 0 0; font-size: 1.4rem; overflow-wrap: anywhere }
h3 { margin: 0 0 .25rem; font-size: 1.1rem }
section { margin: 1rem 0; padding: 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px }
section p { margin: 0 0 .75rem; color: var(--faint) }
.about { color: var(--faint); font-size: .9rem } code { overflow-wrap: anywhere }
.verdict { font-size: 1.15rem; padding: .75rem 1rem; border-left: 4px solid var(--sea); background: var(--sheet) }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .75rem; margin: 1rem 0 }
dl div { padding: .75rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px }
dt { color: var(--faint); font-size: .9rem; line-height: 1.3 } dd { margin: .25rem 0 0; font-size: 1.5rem }
dd small { display: block; font-size: .8rem; color: var(--faint) }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .95rem }
th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line) }
th:first-child { text-align: left; font-weight: 500 } .sure th, .sure td { font-weight: 700 }
.scroll { overflow-x: auto }
svg { display: block; width: 100%; max-width: 34rem; height: auto; font: 14px system-ui, sans-serif; fill: var(--ink) }
svg .faint { fill: var(--faint); font-size: 12.5px } .bar, .dot { fill: var(--sea) } .rest { fill: var(--rest) }
.band { fill: var(--band) } .line { fill: none; stroke: var(--sea); stroke-width: 3 }
.reach { stroke: var(--sea); stroke-width: 3; opacity: .55 } .even { stroke: var(--faint); stroke-dasharray: 4 4 }
.axis { stroke: var(--faint) } .grid { stroke: var(--line) }
#language { position: absolute; top: .75rem; right: .75rem; font: inherit; font-size: .9rem; color: var(--ink);
  min-height: 44px; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: .3rem .7rem }
:root[lang=en] [lang=fr], :root[lang=fr] [lang=en] { display: none }
@media (max-width: 30rem) { svg { font-size: 20px } svg .faint { font-size: 18px }
  section { padding: .75rem } table { font-size: .85rem } th, td { padding: .3rem .25rem } }
"""
SCRIPT = """
const root = document.documentElement;
if ((navigator.language || '').startsWith('fr')) root.lang = 'fr';
document.getElementById('language').onclick = () => { root.lang = root.lang === 'fr' ? 'en' : 'fr' }
"""
