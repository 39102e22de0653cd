/** What the worker has to say before the page can: in both languages. */

export const NOTHING_KEPT = {
  fr: 'Ce navigateur n’enregistre rien ici (navigation privée ?) : vous pouvez jouer, mais tout est oublié quand la page se ferme.',
  en: 'This browser saves nothing here (private browsing?): you can play, but everything is forgotten when you close the page.',
}
export const ELSEWHERE = {
  fr: 'Récif est déjà ouvert dans un autre onglet : continuez là-bas, ou fermez-le et rechargez cette page.',
  en: 'Récif is already open in another tab: go on there, or close it and reload this page.',
}
export const NO_PYTHON = {
  fr: 'Récif n’a pas pu démarrer. Rechargez la page ; si cela recommence, mettez votre navigateur à jour. Les règles et les leçons se lisent tout de même.',
  en: 'Récif could not start. Reload the page; if it happens again, update your browser. You can still read rules and lessons.',
}
export const DAMAGED = {
  fr: 'Vos parties enregistrées ne se lisent plus. Elles sont mises de côté dans ce navigateur (damaged.db), et Récif recommence à zéro.',
  en: 'Your saved games cannot be read any more. They are set aside in this browser (damaged.db), and Récif starts afresh.',
}
