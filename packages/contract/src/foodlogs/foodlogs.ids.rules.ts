/** 32 bits of a text (FNV-1a), as hexadecimal digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** An id that follows from a text, the same on every device. */
export function stableId(text: string): string {
  const hex = [0, 1, 2, 3].map((part) => hashOf(`${part} ${text}`)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** The same id on every device, so that a meal that two phones tick is logged once. `key`: of the meal and its option. */
export const plannedEntryId = ({ planId, key }: { planId: string; key: string }, day: string): string =>
  stableId(`${planId} ${key} ${day}`);
