/** Claims that a text for a client must not contain [science D 7]. */
const FORBIDDEN: readonly (readonly [string, RegExp])[] = [
  [
    'a diagnosis',
    /\b(?:diagnos\w+|you (?:have|suffer from) (?:a |an )?(?:\w+itis|disorder|disease|syndrome|hernia))\b/i,
  ],
  [
    'a drug',
    /\b(?:steroids?|testosterone|clenbuterol|ephedrine|sarms?|diuretics?|laxatives?|semaglutide|ozempic|ibuprofen|painkillers?|insulin|hgh|pills?)\b/i,
  ],
  ['purging or fasting', /\b(?:purg\w+|vomit\w*|fasting|starv\w+|detox\w*|skip(?:ping)? meals?)\b/i],
  ['shame', /\b(?:lazy|fat ass|disgusting|pathetic|ashamed|no excuses|cheat(?:ed|ing)? on your diet)\b/i],
  ['a guarantee', /\b(?:guarantee\w*|promise[sd]?|100 ?%|cure[sd]?|risk-free|no risk|will (?:fix|heal))\b/i],
  ['a link or an address', /(?:https?:|www\.|\w@\w|\b[\w-]+\.(?:com|net|org|io|example)\b)/i],
  ['markup', /[<>{}`]|(?!\n)\p{Cc}/u],
];

/** The forbidden claims in a text; empty for a harmless text. */
export const findForbidden = (text: string): string[] =>
  FORBIDDEN.filter(([, words]) => words.test(text)).map(([what]) => what);
