import { Button, FileButton, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { FILE_ACCEPT, fileUrl } from '@stridewell/contract/files/files.rules';
import type { FoodDay, FoodEntry, LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import { plannedEntryId } from '@stridewell/contract/foodlogs/foodlogs.ids.rules';
import { putEntry, removeEntry } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { type Icon, IconCamera, IconPlus } from '@tabler/icons-react';
import { type Ref, useRef, useState } from 'react';
import { uploads, useUploads } from '../../device/file-upload.ts';
import { kcalText } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './food-log.module.css';
import {
  copyEntries,
  type EditDay,
  eatenAt,
  type PlannedOption,
  photoEntry,
  plannedEaten,
  plannedEntry,
} from './foodlogs.editing.ts';
import { entryName, loggedAmountText } from './foodlogs.wording.ts';
import { PlannedOptionRow } from './planned-option-row.tsx';

// The worker keeps them with the page, so they open without a connection too.
const AddFoodDialog = late(async () => (await import('./add-food-dialog.tsx')).AddFoodDialog);
const EntryDialog = late(async () => (await import('./entry-dialog.tsx')).EntryDialog);

type MealSectionProps = {
  meal: string;
  log: FoodDay;
  /** The day before, to repeat its meal. */
  before: FoodDay;
  /** Where a meal of another day can be copied to; null on that day itself. */
  today: string | null;
  /** The coach's plan for this meal. */
  planned: readonly PlannedOption[];
  /** The day is still to come. */
  isAhead: boolean;
  foods: readonly LoggableFood[];
  place: { userId: string; coachId: string; clientId: string };
  units: UnitSystem;
  numbersOff: boolean;
  photosFirst: boolean;
  readOnly: boolean;
  onEdit: EditDay;
};

/** A meal of a day with its entries, and the ways to add more. */
export function MealSection(props: MealSectionProps) {
  const { meal, log, before, today, planned, isAhead, foods, place, units, numbersOff } = props;
  const { photosFirst, readOnly, onEdit } = props;
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<FoodEntry | null>(null);
  const main = useRef<HTMLButtonElement>(null);
  const entries = eatenAt(log, meal);
  const { kcal, entries: all, uncounted } = totalsOf(entries);
  const earlier = eatenAt(before, meal);
  const add = (entry: Omit<FoodEntry, 'changedAt'>) => onEdit((now) => putEntry(now, entry, serverNow()));
  const addPhoto = (file: File | null) => {
    if (!file) return;
    const list = `meal.${place.clientId}.${log.id}`;
    const { coachId, clientId } = place;
    uploads.add(list, [file], { coachId, clientId, purpose: 'photo' });
    for (const { id } of uploads.take(list)) add(photoEntry(id, meal, serverNow()));
  };
  const eaten = plannedEaten(log);
  const open = planned.filter(({ mealKey }) => !eaten.has(mealKey));
  const eat = (option: PlannedOption) => {
    const id = plannedEntryId(option, log.id);
    onEdit((now) => putEntry(now, plannedEntry(option, log.id, serverNow()), serverNow()));
    main.current?.focus();
    toast.success(`${meal} logged`, option.name, {
      label: 'Undo',
      run: () => onEdit((now) => removeEntry(now, id, serverNow()), log.id),
    });
  };
  const remove = (entry: FoodEntry) => {
    onEdit((now) => removeEntry(now, entry.id, serverNow()));
    setEdited(null);
    main.current?.focus();
    toast.success(`${entryName(entry)} removed`, undefined, {
      label: 'Undo',
      run: () => onEdit((now) => putEntry(now, entry, serverNow()), log.id),
    });
  };
  return (
    <SectionCard
      title={meal}
      aside={
        <Group gap={4} wrap="nowrap">
          {!numbersOff && all > uncounted && <Muted className={classes.figures}>{kcalText(kcal)}</Muted>}
          {!readOnly && (
            <>
              <FileButton
                accept={FILE_ACCEPT.image}
                onChange={addPhoto}
                inputProps={{ 'aria-label': `Choose a photo of ${meal.toLowerCase()}` }}
              >
                {(button) => (
                  <AddButton
                    {...button}
                    isMain={photosFirst}
                    label={`Add a photo of ${meal.toLowerCase()}`}
                    icon={IconCamera}
                  >
                    Photo
                  </AddButton>
                )}
              </FileButton>
              <AddButton
                ref={main}
                isMain={!photosFirst}
                label={`Add food to ${meal.toLowerCase()}`}
                icon={IconPlus}
                onClick={() => setAdding(true)}
              >
                Add
              </AddButton>
            </>
          )}
        </Group>
      }
    >
      {entries.length > 0 && (
        <ul className={rows.divided}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryRow entry={entry} coachId={place.coachId} onOpen={readOnly ? null : () => setEdited(entry)} />
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <Stack gap="sm" mt={entries.length > 0 ? 'xs' : 0}>
          {open.map((option) => (
            <PlannedOptionRow
              key={option.key}
              planned={option}
              onEaten={readOnly || isAhead ? null : () => eat(option)}
            />
          ))}
        </Stack>
      )}
      {entries.length === 0 && open.length === 0 && earlier.length === 0 && <Muted>Nothing logged</Muted>}
      {!readOnly && entries.length === 0 && open.length === 0 && earlier.length > 0 && (
        <Button
          variant="default"
          mih={44}
          aria-label={`Same as the day before, ${meal.toLowerCase()}`}
          onClick={() => {
            onEdit((now) => copyEntries(now, earlier, meal, serverNow()));
            main.current?.focus();
          }}
        >
          Same as the day before
        </Button>
      )}
      {!readOnly && today && entries.length > 0 && (
        <Button
          variant="subtle"
          mih={44}
          aria-label={`Copy ${meal.toLowerCase()} to today`}
          onClick={() => {
            onEdit((now) => copyEntries(now, entries, meal, serverNow()), today);
            toast.success('Copied to today');
          }}
        >
          Copy to today
        </Button>
      )}
      {isAdding && (
        <AddFoodDialog
          meal={meal}
          place={place}
          foods={foods}
          units={units}
          numbersOff={numbersOff}
          onAdd={add}
          onClose={() => setAdding(false)}
        />
      )}
      {edited && (
        <EntryDialog
          entry={edited}
          log={log}
          onSave={(entry) => {
            add(entry);
            setEdited(null);
          }}
          onRemove={() => remove(edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </SectionCard>
  );
}

type AddButtonProps = {
  ref?: Ref<HTMLButtonElement>;
  isMain: boolean;
  label: string;
  icon: Icon;
  children: string;
  onClick: () => void;
};

/** The usual way to add to a meal says its name; the other one is an icon. */
function AddButton({ isMain, label, icon: ButtonIcon, children, ...button }: AddButtonProps) {
  if (!isMain) return <IconButton {...button} size={44} label={label} icon={ButtonIcon} />;
  return (
    <Button
      {...button}
      variant="light"
      mih={44}
      leftSection={<ButtonIcon size={18} stroke={1.75} aria-hidden />}
      aria-label={label}
    >
      {children}
    </Button>
  );
}

type EntryRowProps = { entry: FoodEntry; coachId: string; onOpen: (() => void) | null };

/** An entry as a row: its name, how much, and its energy. */
export function EntryRow({ entry, coachId, onOpen }: EntryRowProps) {
  const content = <EntryContent entry={entry} coachId={coachId} />;
  if (!onOpen) return <div className={classes.entry}>{content}</div>;
  return (
    <UnstyledButton className={classes.entry} onClick={onOpen} aria-label={`Change ${entryName(entry)}`}>
      {content}
    </UnstyledButton>
  );
}

function EntryContent({ entry, coachId }: Omit<EntryRowProps, 'onOpen'>) {
  const { kind, fileId, amount, nutrients } = entry;
  const upload = useUploads().find(({ id }) => id === fileId);
  return (
    <>
      {kind === 'photo' && fileId !== null && (
        <img
          className={classes.photo}
          src={upload?.preview ?? fileUrl(coachId, fileId, 'thumb')}
          alt={`${entry.meal}, as photographed`}
        />
      )}
      <Stack gap={0} flex={1} miw={0}>
        <Text style={{ overflowWrap: 'anywhere' }}>{entryName(entry)}</Text>
        {amount && <Muted>{loggedAmountText(amount)}</Muted>}
        {upload && upload.status !== 'ready' && <Muted>{upload.problem ?? 'The photo is being sent'}</Muted>}
      </Stack>
      {nutrients && (
        <Text size="sm" className={classes.figures}>
          {kcalText(nutrients.kcal)}
        </Text>
      )}
    </>
  );
}
