import type { FoodImportResult, ImportedDay } from '@stridewell/contract/foodlogs/foodlogs.imports';
import { IMPORT_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.imports.rules';
import { rpc } from '../../lib/rpc.ts';

/** Into which log a file goes: into the caller's own, or into that of a client of the coach. */
export type ImportTarget = { coachId: string; clientId: string } | null;

type FileRequest = {
  target: ImportTarget;
  importId: string;
  days: readonly ImportedDay[];
  existing: 'keep' | 'add';
  dryRun: boolean;
};

/** The days in parts that fit a request. */
function partsOf(days: readonly ImportedDay[]): ImportedDay[][] {
  const parts: ImportedDay[][] = [];
  let count = 0;
  for (const day of days) {
    const last = parts.at(-1);
    const fits = last && last.length < IMPORT_BOUNDS.days && count + day.entries.length <= IMPORT_BOUNDS.entries;
    if (fits) last.push(day);
    else parts.push([day]);
    count = (fits ? count : 0) + day.entries.length;
  }
  return parts;
}

/** Sends a file in parts. `onSent` gets the number of days that the server has; sending again adds nothing twice. */
export async function sendFoodFile(
  { target, days, ...rest }: FileRequest,
  onSent: (count: number) => void = () => undefined,
): Promise<FoodImportResult> {
  const result: FoodImportResult = { added: 0, known: 0, taken: [], full: [] };
  let sent = 0;
  for (const part of partsOf(days)) {
    const input = { ...rest, days: part };
    const answer = target
      ? await rpc.foodImports.importClientFood({ ...target, ...input })
      : await rpc.foodImports.importOwnFood(input);
    result.added += answer.added;
    result.known += answer.known;
    result.taken.push(...answer.taken);
    result.full.push(...answer.full);
    sent += part.length;
    onSent(sent);
  }
  return result;
}

/** Undoes an import. @returns how many entries were removed */
export async function undoFoodFile(target: ImportTarget, importId: string): Promise<number> {
  let removed = 0;
  for (let more = true; more; ) {
    const answer = target
      ? await rpc.foodImports.undoClientFoodImport({ ...target, importId })
      : await rpc.foodImports.undoOwnFoodImport({ importId });
    removed += answer.undone;
    more = answer.more;
  }
  return removed;
}
