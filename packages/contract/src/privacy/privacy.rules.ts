/**
 * The stages of a copy of a person's data: it is being written, can be downloaded, could not be written, or was deleted
 * because its time is over.
 */
export const EXPORT_STATUSES = ['waiting', 'ready', 'failed', 'expired'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** How long a copy can be downloaded. */
export const EXPORT_DAYS = 7;

/** The download path for the signed-in person's data copy. */
export const exportPath = (id: string): string => `/exports/own/data/${id}.zip`;

/** Names that Windows keeps for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const MAX_NAME = 80;

/**
 * A name for a file or folder that every file system takes: no path, no invisible or reserved characters, and short.
 * @param given what a person typed
 * @param otherwise the name when no character can be kept
 */
export function safeFileName(given: string, otherwise: string): string {
  const kept = given
    .normalize('NFC')
    // Format characters can reverse the display of a name; file systems refuse the others.
    .replace(/[\p{C}\p{Zl}\p{Zp}/\\<>:"|?*]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const short = Array.from(kept)
    .slice(0, MAX_NAME)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const [stem = ''] = short.split('.');
  return short === '' || RESERVED.test(stem.trim()) ? otherwise : short;
}

/** Like `name`, `name-2`, `name-3`: a name that is not among those taken, letter case aside, which it joins. */
export function untaken(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name}-${number}`;
  taken.add(free.toLowerCase());
  return free;
}
