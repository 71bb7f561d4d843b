/** Whether every column can store a text. PostgreSQL refuses U+0000, and lone surrogates in JSON. */
export const isStorableText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Replaces each character that columns cannot store with U+FFFD. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');

/** Whether columns can store all keys and texts of parsed JSON. Recursive. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorable(item));
}
