/** What the worker has to say before the page can: in both languages. */

export const NOTHING_KEPT = {
  fr: 'Ce navigateur n’enregistre rien ici (navigation privée ?) : vous pouvez jouer, mais tout est oublié quand la page se ferme.',
  en: 'This browser saves nothing here (private browsing?): you can play, but everything is forgotten when you close the page.',
}
export const ELSEWHERE = {
  fr: 'Récif est déjà ouvert dans un autre onglet. Continuez là-bas, ou fermez-le : cette page prendra alors la suite.',
  en: 'Récif is already open in another tab. Go on there, or close it: this page will then take over.',
}
export const NOT_KEPT = {
  fr: 'Le navigateur n’enregistre plus rien, sans doute faute de place. Libérez-en, puis rechargez cette page : tout ce que vous avez joué avant est là.',
  en: 'The browser can no longer save anything: it is probably full. Free some space, then reload this page: everything you played before is there.',
}
export const NO_PYTHON = {
  fr: 'Récif n’a pas pu démarrer. Rechargez la page ; si cela recommence, mettez votre navigateur à jour. Les règles et les leçons se lisent tout de même.',
  en: 'Récif could not start. Reload the page; if it happens again, update your browser. You can still read rules and lessons.',
}
export const DAMAGED = {
  fr: 'Vos parties enregistrées ne se lisent plus. Elles sont mises de côté dans ce navigateur (damaged.db), et Récif recommence à zéro.',
  en: 'Your saved games cannot be read any more. They are set aside in this browser (damaged.db), and Récif starts afresh.',
}
export const NEWER = {
  fr: 'Vos parties ont été enregistrées par un Récif plus récent que cette page : elles sont intactes, mais ne s’ouvrent pas ici. Rechargez la page pour la mettre à jour ; d’ici là, rien n’est enregistré.',
  en: 'Your games were saved by a newer Récif than this page: they are safe, but cannot be opened here. Reload the page to update it; until then, nothing is saved.',
}
