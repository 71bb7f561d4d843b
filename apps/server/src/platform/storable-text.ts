/** Whether every column can hold a text. PostgreSQL stores no U+0000, and half of a surrogate pair in no JSON. */
export const isStorableText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** The text with U+FFFD for each character that no column can hold. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');

/** Whether columns can hold all keys and texts of parsed JSON. Calls itself for each level. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, item]) => isStorableText(key) && isStorable(item));
}
