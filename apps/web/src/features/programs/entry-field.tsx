import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises';
import { nameWords, suggestExercises } from '@stridewell/contract/exercises.rules';
import { equipmentText } from '@stridewell/contract/exercises.wording.rules';
import type { ProgramExercise } from '@stridewell/contract/programs';
import { newExercise, newSet } from '@stridewell/contract/programs.create.rules';
import { type EntryResult, parseEntry } from '@stridewell/contract/programs.entry.rules';
import { setsText } from '@stridewell/contract/programs.wording.rules';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import classes from './program-grid.module.css';
import { useBuilder } from './programs.context.ts';
import { exerciseIdsOf, findDay, findExercise, insertExercises, newKey } from './programs.edits.ts';
import { nextField, nextPlace, type Place } from './programs.places.ts';
import { usualSet } from './programs.wording.ts';

const SUGGESTIONS = 8;
/** Value of the option that takes the name as it was typed. */
const AS_TYPED = '';

type EntryFieldProps = { place: Place; initialText: string; label: string };

/** What was typed, with its name not looked up. Null while it cannot be read. */
function readEntry(text: string, units: 'metric' | 'imperial'): { entry: EntryResult | null; problem: string | null } {
  const result = parseEntry(text, { find: () => undefined, units });
  return 'entry' in result ? { entry: result.entry, problem: null } : { entry: null, problem: result.problem };
}

/** Name, sets and the rest in one line of text, like `bench press 4x8-10 @rir2 rest 2:00`. Suggests exercises meanwhile. */
export function EntryField({ place, initialText, label }: EntryFieldProps) {
  const { editor, exercises, units } = useBuilder();
  const [text, setText] = useState(initialText);
  const [complains, setComplains] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const combobox = useCombobox();
  const { entry, problem } = useMemo(() => readEntry(text, units), [text, units]);
  const name = entry?.name ?? text;
  const found = useMemo(() => {
    if (name.trim() === '') return [];
    return suggestExercises(exercises, name, exerciseIdsOf(editor.getSnapshot().program)).slice(0, SUGGESTIONS);
  }, [editor, exercises, name]);
  const isNamed = found.some((one) => nameWords(one.name) === nameWords(name));

  useEffect(() => {
    const input = field.current;
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first option is chosen again when the list changes.
  useEffect(() => {
    if (found.length > 0) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
  }, [found]);

  /** @returns whether it was stored */
  const store = (exercise: Exercise | undefined): boolean => {
    if (!entry) {
      setComplains(true);
      return false;
    }
    const stored = toExercise(entry, exercise);
    if (place.at === 'add') {
      editor.edit((draft) => {
        const day = findDay(draft, place.key)?.day;
        if (day) insertExercises(day, [stored]);
      });
    } else {
      editor.edit((draft) => {
        const current = findExercise(draft, place.key)?.exercise;
        if (current) Object.assign(current, { ...stored, key: current.key });
      });
    }
    return true;
  };
  const submit = (exercise: Exercise | undefined) => {
    if (!store(exercise)) return;
    if (place.at === 'add') {
      setText('');
      setComplains(false);
    } else {
      editor.closeField();
    }
  };
  const onEmpty = (event: KeyboardEvent) => {
    const { program } = editor.getSnapshot();
    if (event.key === 'Enter') {
      const next = nextField(program, place.key);
      if (next) editor.openField(next);
      else editor.closeField();
    } else {
      const next = nextPlace(program, place, event.key);
      if (!next) return;
      editor.closeField();
      editor.moveTo(next);
    }
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      editor.closeField();
    } else if (text.trim() === '' && place.at === 'add') {
      onEmpty(event);
    } else if (event.key === 'Enter' && found.length === 0 && !event.defaultPrevented) {
      event.preventDefault();
      submit(undefined);
    } else if (event.key === 'Tab' && !event.shiftKey && found[0] && !isNamed && entry?.assumed !== false) {
      event.preventDefault();
      setText(`${entry?.group ? `${entry.group.toLowerCase()} ` : ''}${found[0].name} `);
    }
  };
  const onBlur = () => {
    const typed = text.trim();
    if (typed === '' || typed === initialText.trim()) editor.leaveField(place);
    else if (store(found[0])) editor.leaveField(place);
    else toast.error(`“${typed}” was not added. ${problem}`);
  };
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={320}
      onOptionSubmit={(value) => submit(found.find(({ id }) => id === value))}
    >
      <Combobox.Target>
        <TextInput
          ref={field}
          size="xs"
          aria-label={label}
          aria-describedby={hintId}
          placeholder="bench press 4x8-10 @rir2 rest 2:00"
          value={text}
          error={complains && problem !== null}
          classNames={{ input: classes.entry }}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setComplains(false);
            if (currentTarget.value.trim()) combobox.openDropdown();
            else combobox.closeDropdown();
          }}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === ''}>
        <Combobox.Options aria-label="Exercises">
          {found.map((exercise) => (
            <Combobox.Option key={exercise.id} value={exercise.id} className={classes.option}>
              <Text size="sm">{exercise.name}</Text>
              <Text size="xs" c="dimmed">
                {equipmentText(exercise)}
              </Text>
            </Combobox.Option>
          ))}
          {name.trim() !== '' && !isNamed && (
            <Combobox.Option value={AS_TYPED} className={classes.option}>
              <Text size="sm">Use “{name.trim()}” as typed</Text>
            </Combobox.Option>
          )}
        </Combobox.Options>
        <Combobox.Footer>
          <Text
            id={hintId}
            size="xs"
            c={complains && problem ? 'red' : 'dimmed'}
            role={complains ? 'alert' : undefined}
          >
            {entry ? setsText(toExercise(entry, found[0]).sets, units) : problem}
          </Text>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The exercise that an entry stands for. Without sets it gets those usual for how the exercise is counted. */
function toExercise(
  { name, group, sets, notes, assumed }: EntryResult,
  exercise: Exercise | undefined,
): ProgramExercise {
  return newExercise(newKey, exercise?.name ?? name, {
    exerciseId: exercise?.id ?? null,
    group,
    sets: assumed && exercise ? [newSet(usualSet(exercise))] : sets,
    notes,
  });
}
