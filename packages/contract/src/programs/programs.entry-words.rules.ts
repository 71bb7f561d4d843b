import { shown, TypingProblem } from './programs.entry-text.rules.ts';

/** Suggestions for words that mean a part but are misplaced or incomplete. The first match counts. */
const HINTS: readonly [RegExp, string][] = [
  [/^@?rir\b|^reserve$/, '@rir2'],
  [/^@?rpe\b/, '@rpe8'],
  [/^@/, '@rir2, @rpe8 or 100kg'],
  [/^(?:rests?|breaks?|pause)\b/, 'rest 90s'],
  [/^tempo\b/, 'tempo 3-1-1-0'],
  [/^(?:sets?|reps?|x|of|each|ea|per|side)$|^\d+x/, '3x8-10'],
  [/^(?:kgs?|kilos?|lbs?|pounds?|#|at|bodyweight\+|bw\+)/, '3x8 100kg'],
  [/%|^\d?rm$|^(?:1rm|e1rm|tm|max)$/, '3x5 80%'],
  [/^(?:amrap|failure|max)$/, '3xAMRAP'],
  [/^(?:drop|dropset|normal)$/, '3x8, 1x12 drop'],
  [/^warm-?ups?$/, '2xwarm-up, 3x5'],
  [/^(?:e\d*mom|tabata|rounds?)$/, 'EMOM 10: 5 burpees'],
  [/^(?:superset|supersets|ss|giant|then)$/, 'a1 bench press 3x8, then a2 barbell row 3x8'],
  [/^(?:secs?|seconds?|mins?|minutes?|h|hrs?|hours?)$/, '3x30s, 20 min or rest 90s'],
  [/^(?:m|km|k|mi|miles?|yds?|yards?|ft|feet)$/, '5 km'],
];

/** They say how an exercise is done, for which a program has notes. */
const NOTE_WORDS = /^(?:cals?|calories|kcal|bpm|hr|for|zone|easy|steady|moderate|hard)$/;

const hintFor = (word: string): string | undefined => HINTS.find(([words]) => words.test(word))?.[1];

/** Punctuation around a word. */
const EDGES = /^[("']+|[)"':.!?]+$/g;

/** Signs that no name has, except in quotes. */
const SIGNS = /[@%#=<>~^*$€£]|^[^\p{L}\p{N}&/]+$/u;
export const hasSigns = (word: string): boolean => SIGNS.test(word);

/** A word that has a meaning in the line, so that it is no part of a name unless the name is in quotes. */
export const isReserved = (word: string): boolean => {
  const bare = word.replaceAll(EDGES, '');
  return /\d/.test(bare) || hasSigns(bare) || NOTE_WORDS.test(bare) || hintFor(bare) !== undefined;
};

/** The problem of a word that no rule knows. `isName`: it stands among the words of the name. */
export function notUnderstood(typed: string, at: number, isName: boolean): TypingProblem {
  const word = typed.toLowerCase().replaceAll(EDGES, '');
  const isNumber = /^\d{1,4}(?:[.,]\d{1,2})?$/.test(word);
  const known = hintFor(word) ?? (isNumber ? `${word}kg, @rir2 or rest ${word}s` : undefined);
  const example = known ?? `// ${typed.slice(0, 40).toWellFormed()}`;
  const quotes = isName ? '. If it is part of the name, put the name in quotes' : '';
  return new TypingProblem(`Didn't understand ${shown(typed)}. Try: ${example}${quotes}`, at);
}
