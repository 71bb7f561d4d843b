import { SVG_MAX_BYTES } from '@stridewell/contract/files/files.rules';

/** Entities could multiply the text, and declare files to read. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;
/** Elements that run, embed or slowly compute something. Names may have a prefix. */
const ELEMENT =
  /<(?:[\w-]+:)?(?:script|foreignObject|iframe|image|feImage|filter|animate\w*|set|handler|listener|audio|video|use)[\s/>]/i;
const HANDLER = /[\s"'/]on[a-z]+\s*=/i;
/** A reference to anything but an element of the drawing. */
const REFERENCE = /(?:href|src)\s*=\s*(?!["']?\s*#)|url\(\s*(?!["']?\s*#)|javascript:|data:|@import/i;
const INSTRUCTION = /<\?(?!xml\s)/i;

/** Why a drawing is refused; null for a drawing of shapes alone. The server draws it and stores the pixels. */
export function drawingProblem(content: Buffer): string | null {
  if (content.length > SVG_MAX_BYTES) return 'A drawing can have up to 256 kB. Please save it as a PNG and try again.';
  const text = content.toString('utf8');
  // Another encoding could hide what the patterns look for.
  const isPlain = !text.includes('\uFFFD') && !text.includes('\0') && !/encoding\s*=\s*["'](?!utf-8)/i.test(text);
  // A character reference or an escape could spell a name that the patterns look for.
  const isHidden = /&#|\\/.test(text);
  const patterns = [DECLARATION, ELEMENT, HANDLER, REFERENCE, INSTRUCTION];
  if (isPlain && !isHidden && !patterns.some((pattern) => pattern.test(text))) return null;
  return 'This drawing contains scripts, effects or parts of other files. Please save it as a PNG and try again.';
}
