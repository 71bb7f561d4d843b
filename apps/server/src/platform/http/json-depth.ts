/**
 * Deepest nesting of arrays and objects in any request. Our forms need less than ten levels, events of the payment
 * provider less than twenty. The limit protects recursive code from a stack overflow.
 */
export const MAX_DEPTH = 64;

export const TOO_DEEP = 'This request is nested too deeply.';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether a JSON text is nested deeper than `MAX_DEPTH`. Reads the text once and checks nothing else. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (isText) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    else if (OPENING.has(sign)) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(sign)) depth -= 1;
  }
  return false;
}
