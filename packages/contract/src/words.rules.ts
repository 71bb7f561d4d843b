/** Most texts have no accents, and are read many times faster without looking for them. */
const PLAIN = /^[ -~]*$/;

/** A text without case and accents. */
export const withoutAccents = (text: string): string =>
  PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text without case, accents and punctuation. */
export const wordsOf = (text: string): string[] =>
  withoutAccents(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const PURGING =
  /\b(purg(e|es|ed|ing)|laxatives?|(make|made|making) (myself|me) (be sick|sick|vomit|throw up)|(vomit|vomiting|throw up|throwing up) (after|what) (i )?(eat|eating|meals?|food))\b/i;
const SELF_HARM =
  /\b(self[- ]?harm\w*|suicid\w*|kill(ing)? myself|harm(ing)? myself|hurting myself|want(ed)? to hurt myself|cutting myself|(end|ending|take|taking) my (own )?life|(want(ed)?|wish(ed)?) (to die|i (was|were) dead)|better off dead|no reason to live|(don['’]?t|do not) want to (live|be alive))\b/i;

/** Whether a text mentions purging or self-harm, which needs a doctor before any plan. [K] */
export const isAlarming = (text: string): boolean => PURGING.test(text) || SELF_HARM.test(text);
