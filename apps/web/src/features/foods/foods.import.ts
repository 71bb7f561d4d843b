import { useDebouncedValue } from '@mantine/hooks';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { useMemo } from 'react';
import { newId } from '../../lib/ids.ts';
import { requestParts } from '../../lib/request-parts.ts';
import { rpc } from '../../lib/rpc.ts';
import { type FoodChoices, type FoodTable, foodLabel, foodsFromTable, type SkippedRow } from './foods.import-file.ts';

/** Each reading of a file is a separate import, because its rows are sent before they are confirmed. */
export type FileReading = FoodTable & { importId: string };

/** A name of a source is typed letter by letter, and each one would be another reading. */
const TYPING_MS = 500;

/** Reads a file with these choices, for `useImport`. While the source is being typed, the last one still counts. */
export function useFileParser({ mapping, isUsda, source: typed }: FoodChoices) {
  const [source] = useDebouncedValue(typed, TYPING_MS);
  const parse = useMemo(() => {
    const choices = { mapping, isUsda, source: source.trim() };
    return (rows: readonly string[][]): FileReading => ({ ...foodsFromTable(rows, choices), importId: newId() });
  }, [mapping, isUsda, source]);
  return { parse, isTyping: source !== typed };
}

export type StagedFile = {
  added: number;
  changed: number;
  unchanged: number;
  refused: SkippedRow[];
};

/** Sends the parts of a file one after the other and adds up what they would change. No food is changed. */
export async function stageFile({ importId, rows, lines }: FileReading): Promise<StagedFile> {
  const sum: StagedFile = { added: 0, changed: 0, unchanged: 0, refused: [] };
  let sent = 0;
  for (const part of requestParts(rows, FOOD_BOUNDS.perRequest)) {
    const { added, changed, unchanged, refused } = await rpc.foods.stageFoods({ importId, rows: part });
    sum.added += added;
    sum.changed += changed;
    sum.unchanged += unchanged;
    for (const { row, problem } of refused) {
      const food = part[row];
      sum.refused.push({ line: lines[sent + row] ?? 0, name: food ? foodLabel(food) : '', problem });
    }
    sent += part.length;
  }
  return sum;
}
