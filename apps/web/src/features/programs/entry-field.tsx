import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { equipmentText } from '../../shared/exercise-words.ts';
import { EntryPreview } from './entry-preview.tsx';
import classes from './program-grid.module.css';
import { useBuilder } from './programs.context.ts';
import { exerciseIdsOf, findDay, findExercise, replaceExercise } from './programs.edits.ts';
import { blockTitle, checksOf, insertReading, isOpen, optionsOf, readTyped, toExercise } from './programs.entry.ts';
import { nextField, nextPlace, type Place } from './programs.places.ts';

/** Values of the options that are no exercise of the library. */
const CUSTOM = 'custom';
const BLOCK = 'block';

type EntryFieldProps = { place: Place; initialText: string; label: string };

/**
 * Name, sets and the rest in one line of text, like `bench press 4x8-10 @rir2 rest 2:00`. Shows what it reads, suggests
 * exercises, and asks where a name may mean several.
 */
export function EntryField({ place, initialText, label }: EntryFieldProps) {
  const { editor, exercises, byId, find, units } = useBuilder();
  const [text, setText] = useState(initialText);
  /** Enter was pressed, or the field was left, with text that cannot be added yet. */
  const [asked, setAsked] = useState<'enter' | 'left' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const previewId = useId();
  const combobox = useCombobox();
  const current = useMemo(
    () => (place.at === 'exercise' ? findExercise(editor.getSnapshot().program, place.key)?.exercise : undefined),
    [editor, place.at, place.key],
  );
  const reading = useMemo(() => readTyped(text, { find, units, current }), [text, find, units, current]);
  const entry = 'entry' in reading ? reading.entry : null;
  const options = useMemo(() => {
    const known = exerciseIdsOf(editor.getSnapshot().program);
    return entry ? optionsOf(entry, { exercises, byId, known }) : [];
  }, [editor, exercises, byId, entry]);
  const mustChoose = entry !== null && isOpen(entry);
  const problem = 'problem' in reading ? reading.problem : null;
  const question = entry && mustChoose ? `Which exercise is “${entry.name}”?` : null;
  const unstored = useRef<string | null>(null);

  useEffect(() => {
    const input = field.current;
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice starts again when the options change.
  useEffect(() => {
    if (mustChoose && asked === null) combobox.resetSelectedOption();
    else combobox.selectFirstOption();
  }, [options, reading, mustChoose, asked]);
  // Another field was opened: what could not be added is not lost without a word.
  useEffect(
    () => () => {
      if (unstored.current !== null) toast.error(unstored.current);
    },
    [],
  );

  const type = (typed: string) => {
    unstored.current = null;
    setText(typed);
    setAsked(null);
    if (typed.trim()) combobox.openDropdown();
    else combobox.closeDropdown();
  };
  /** Stores what was read, with an exercise that was chosen, or with the one that the name means. */
  const store = (chosen?: Exercise): void => {
    unstored.current = null;
    if ('problem' in reading) return;
    editor.edit((draft) => {
      if (place.at === 'add') {
        const day = findDay(draft, place.key)?.day;
        if (!day) return;
        insertReading(day, entry && chosen ? { entry: { ...entry, exerciseId: chosen.id } } : reading, byId);
      } else if (entry) {
        const found = findExercise(draft, place.key);
        if (!found) return;
        const next = toExercise(entry, chosen ?? byId.get(entry.exerciseId ?? ''));
        const { key, exerciseId, alternatives } = found.exercise;
        const kept = exerciseId === next.exerciseId ? alternatives : [];
        replaceExercise(found.day, { ...next, key, alternatives: kept });
      }
    });
  };
  const submit = (chosen?: Exercise) => {
    store(chosen);
    if (place.at === 'add') type('');
    else editor.closeField();
  };
  const onEmpty = (event: KeyboardEvent) => {
    const { program } = editor.getSnapshot();
    if (event.key === 'Enter') {
      const next = nextField(program, place.key);
      if (next) editor.openField(next);
      else editor.closeField();
    } else {
      const next = nextPlace(program, place, event.key, editor.past);
      if (!next) return;
      editor.closeField();
      editor.moveTo(next);
    }
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = options;
    if (event.key === 'Escape') {
      event.preventDefault();
      unstored.current = null;
      editor.closeField();
    } else if (text.trim() === '' && place.at === 'add') {
      onEmpty(event);
    } else if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0) {
      event.preventDefault();
      if (problem === null && !mustChoose) submit();
      else setAsked('enter');
    } else if (event.key === 'Tab' && !event.shiftKey && first && entry?.assumed && entry.exerciseId === null) {
      event.preventDefault();
      type(`${entry.group ? `${entry.group.toLowerCase()}1 ` : ''}${first.name} `);
    }
  };
  const onBlur = () => {
    const typed = text.trim();
    if (typed === '' || typed === initialText.trim()) {
      unstored.current = null;
      editor.leaveField(place);
    } else if (problem === null && !mustChoose) {
      store();
      editor.leaveField(place);
      const [check] = 'problem' in reading ? [] : checksOf(reading);
      if (check && !entry?.assumed) toast.success(`“${typed}” was added`, check);
    } else {
      unstored.current = `“${typed}” was not added. ${problem ?? question}`;
      setAsked('left');
    }
  };
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={320}
      onOptionSubmit={(value) => submit(value === CUSTOM || value === BLOCK ? undefined : byId.get(value))}
    >
      <Combobox.Target>
        <TextInput
          ref={field}
          size="xs"
          aria-label={label}
          aria-describedby={previewId}
          placeholder="bench press 4x8-10 @rir2 rest 2:00"
          value={text}
          error={asked === 'left' ? `${problem ?? question}` : asked === 'enter'}
          classNames={{ input: classes.entry }}
          autoComplete="off"
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          onFocus={() => text.trim() && combobox.openDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === ''}>
        {question && (
          <Combobox.Header>
            <Text size="xs" fw={600} role={asked === 'enter' ? 'alert' : undefined}>
              {question}
            </Text>
          </Combobox.Header>
        )}
        <Combobox.Options aria-label="Exercises" mah={264} className={classes.options}>
          {options.map((exercise) => (
            <Combobox.Option key={exercise.id} value={exercise.id} className={classes.option}>
              <Text size="sm">{exercise.name}</Text>
              <Text size="xs" c="dimmed">
                {equipmentText(exercise)}
              </Text>
            </Combobox.Option>
          ))}
          {entry && entry.exerciseId === null && (
            <Combobox.Option value={CUSTOM} className={classes.option}>
              <Text size="sm">Add as custom exercise</Text>
              <Text size="xs" c="dimmed">
                {entry.name}
              </Text>
            </Combobox.Option>
          )}
          {'block' in reading && (
            <Combobox.Option value={BLOCK} className={classes.option}>
              <Text size="sm">Add {blockTitle(reading.block)}</Text>
            </Combobox.Option>
          )}
        </Combobox.Options>
        <Combobox.Footer>
          <EntryPreview
            id={previewId}
            reading={reading}
            chosen={mustChoose ? undefined : options[0]}
            urgent={asked === 'enter'}
          />
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}
