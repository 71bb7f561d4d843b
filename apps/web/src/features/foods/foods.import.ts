import { useDebouncedValue } from '@mantine/hooks';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { newId } from '../../lib/ids.ts';
import { requestParts } from '../../lib/request-parts.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { type FoodChoices, type FoodTable, foodsFromTable } from './foods.import-file.ts';

/** Each reading of a file is a separate import, because its rows are sent before they are confirmed. */
export type FileReading = FoodTable & { importId: string };

/** A name of a source is typed letter by letter, and each one would be another reading. */
const TYPING_MS = 500;

export function useFileReading(rows: readonly string[][], choices: FoodChoices): FileReading {
  const [source] = useDebouncedValue(choices.source, TYPING_MS);
  const { mapping, isUsda } = choices;
  return useMemo(
    () => ({ ...foodsFromTable(rows, { mapping, isUsda, source: source.trim() }), importId: newId() }),
    [rows, mapping, isUsda, source],
  );
}

export type StagedFile = {
  added: number;
  changed: number;
  unchanged: number;
  refused: { line: number; problem: string }[];
};

/** Sends the parts of a file one after the other and adds up what they would change. */
async function stage({ importId, rows, lines }: FileReading): Promise<StagedFile> {
  const sum: StagedFile = { added: 0, changed: 0, unchanged: 0, refused: [] };
  let sent = 0;
  for (const part of requestParts(rows, FOOD_BOUNDS.perRequest)) {
    const { added, changed, unchanged, refused } = await rpc.foods.stageFoods({ importId, rows: part });
    sum.added += added;
    sum.changed += changed;
    sum.unchanged += unchanged;
    for (const { row, problem } of refused) sum.refused.push({ line: lines[sent + row] ?? 0, problem });
    sent += part.length;
  }
  return sum;
}

/** Changes that an import would make. No food is changed. */
export const useStagedFile = (file: FileReading) =>
  useQuery({
    queryKey: [...orpc.foods.key(), 'staged', file.importId],
    queryFn: () => stage(file),
    enabled: file.rows.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
