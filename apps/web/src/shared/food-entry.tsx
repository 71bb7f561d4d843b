import { Button, Combobox, Group, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CoachFood } from '@stridewell/contract/foods/foods';
import type { FoodAmount } from '@stridewell/contract/foods/foods.amounts.rules';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { messageOf } from '../lib/errors.ts';
import { listText } from '../lib/format.ts';
import { orpc } from '../lib/rpc.ts';
import { Muted } from '../ui/muted.tsx';
import { amountOfEntry, type FoodEntry as Entry, isSurely, readFoodEntries, searchWords } from './typed-foods.ts';

const TYPING_MS = 150;

const SHOWN = 6;

/** Foods that are found for some words, the best first. */
const foundFoodsQuery = (coachId: string, q: string) =>
  queryOptions({
    ...orpc.foods.listCoachFoods.queryOptions({ input: q === '' ? skipToken : { coachId, q } }),
    staleTime: 60_000,
  });

/** A typed food that may mean several foods. */
type Question = { entry: Entry; foods: readonly CoachFood[] };

/** A food that was typed, with its amount. */
export type TypedFood = { food: CoachFood; amount: FoodAmount };

type FoodEntryProps = {
  coachId: string;
  label: string;
  /** An amount as the reader measures it. */
  amountText: (amount: FoodAmount, food: CoachFood) => string;
  onAdd: (foods: TypedFood[]) => void;
};

/** Foods in one line of text, like `200 g greek yogurt, 1 banana`. Asks where a name may mean several foods. */
export function FoodEntry({ coachId, label, amountText, onAdd }: FoodEntryProps) {
  const queries = useQueryClient();
  const combobox = useCombobox();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const last = readFoodEntries(text).entries.at(-1);
  const [wanted] = useDebouncedValue(last ? searchWords(last) : '', TYPING_MS);
  const { data } = useQuery(foundFoodsQuery(coachId, wanted));
  const suggestions = last && wanted === searchWords(last) ? (data?.foods ?? []).slice(0, SHOWN) : [];

  const find = async (entry: Entry) => (await queries.fetchQuery(foundFoodsQuery(coachId, searchWords(entry)))).foods;
  const typedFood = (entry: Entry, food: CoachFood): TypedFood => ({ food, amount: amountOfEntry(entry, food) });
  /** Adds what is clear, and asks about the rest. `chosen` is the food of the last entry. */
  const submit = async (chosen?: CoachFood) => {
    const { entries, unread } = readFoodEntries(text);
    if (isBusy || (entries.length === 0 && unread.length === 0)) return;
    setBusy(true);
    setProblem(null);
    try {
      const found = await Promise.all(
        entries.map(async (entry, index) => ({
          entry,
          foods: chosen && index === entries.length - 1 ? [chosen] : await find(entry),
        })),
      );
      const isClear = ({ entry, foods: [best, ...others] }: Question) =>
        best !== undefined && (others.length === 0 || isSurely(entry, best.name));
      const clear = found.filter(isClear).flatMap(({ entry, foods: [best] }) => (best ? [{ entry, best }] : []));
      if (clear.length > 0) onAdd(clear.map(({ entry, best }) => typedFood(entry, best)));
      const missing = found.filter(({ foods }) => foods.length === 0).map(({ entry }) => entry.typed);
      const left = [...unread, ...missing];
      setQuestions(found.filter((one) => one.foods.length > 0 && !isClear(one)));
      setText(left.join(', '));
      if (left.length > 0) {
        const names = listText(left.map((one) => `“${one}”`));
        setProblem(
          missing.length > 0
            ? `${names} was not found. Try fewer words, or add it under Foods.`
            : `${names} needs an amount above 0 and a food.`,
        );
      }
      combobox.closeDropdown();
    } catch (error) {
      setProblem(messageOf(error, 'The foods could not be searched. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  const answer = (question: Question, food: CoachFood | null) => {
    // The buttons go with their question, and the next food is typed here.
    field.current?.focus();
    if (food) onAdd([typedFood(question.entry, food)]);
    setQuestions((before) => before.filter((one) => one.entry !== question.entry));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0) {
      event.preventDefault();
      void submit();
    }
    if (event.key === 'Escape') combobox.closeDropdown();
  };
  return (
    <Stack gap={4}>
      <Combobox
        store={combobox}
        position="bottom-start"
        width={300}
        onOptionSubmit={(id) => void submit(suggestions.find((food) => food.id === id))}
      >
        <Combobox.Target>
          <TextInput
            ref={field}
            size="xs"
            aria-label={label}
            placeholder="200 g greek yogurt, 1 banana"
            maxLength={400}
            value={text}
            error={problem}
            // A disabled field would lose the focus to the page.
            readOnly={isBusy}
            aria-busy={isBusy}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setProblem(null);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={onKeyDown}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={suggestions.length === 0}>
          <Combobox.Options aria-label="Foods">
            {last &&
              suggestions.map((food) => (
                <Combobox.Option key={food.id} value={food.id}>
                  <Text size="sm">{food.name}</Text>
                  <Muted size="xs">
                    {amountText(amountOfEntry(last, food), food)}
                    {food.brand && `, ${food.brand}`}
                  </Muted>
                </Combobox.Option>
              ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {questions.map((question) => (
        <Stack key={question.entry.typed} gap={4} role="group" aria-label={`Which food is “${question.entry.typed}”?`}>
          <Text size="xs" fw={600} role="alert">
            Which food is “{question.entry.typed}”?
          </Text>
          <Group gap={4} align="stretch">
            {question.foods.slice(0, SHOWN).map((food) => (
              <Button key={food.id} size="compact-xs" variant="default" onClick={() => answer(question, food)}>
                {food.name}
              </Button>
            ))}
            <Button size="compact-xs" variant="subtle" onClick={() => answer(question, null)}>
              None of these
            </Button>
          </Group>
        </Stack>
      ))}
    </Stack>
  );
}
