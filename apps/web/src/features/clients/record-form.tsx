import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useHotkeys } from '@mantine/hooks';
import type { StoredRecord } from '@stridewell/contract/records';
import {
  type ClientRecord,
  changedFields,
  clientRecord,
  type MergedRecord,
  mergeRecords,
  type RecordField,
} from '@stridewell/contract/records.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { type ReactNode, useRef, useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { UnsavedChanges } from '../../components/unsaved-changes.tsx';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { useSaveRecord } from './clients.queries.ts';
import { RECORD_SECTIONS, type RecordValues, recordProblems, toRecord, toValues } from './clients.record.ts';
import { RecordConflict } from './record-conflict.tsx';
import { RecordFields } from './record-fields.tsx';
import classes from './record-form.module.css';

type RecordFormProps = {
  coachId: string;
  clientId: string;
  stored: StoredRecord;
  /** Shown above the fields. It saves by itself. */
  photo: ReactNode;
  units: UnitSystem;
  today: string;
  onSaved: () => void;
  onCancel: () => void;
};

type Stored = Pick<StoredRecord, 'record' | 'version'>;

const storedOf = (error: unknown): Stored | undefined =>
  codeOf(error) === 'RECORD_CHANGED' && error instanceof Error && 'data' in error
    ? (error.data as { stored: Stored }).stored
    : undefined;

/** The whole record of a client. Edits made elsewhere meanwhile are merged. */
export function RecordForm({ coachId, clientId, stored, photo, units, today, onSaved, onCancel }: RecordFormProps) {
  // The version that is edited: the loaded one, or the one that another person saved meanwhile.
  const [base, setBase] = useState<Stored>(stored);
  const [merged, setMerged] = useState<(MergedRecord & { theirs: ClientRecord }) | null>(null);
  const save = useSaveRecord(coachId, clientId);
  const done = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const form = useForm<RecordValues>({
    initialValues: toValues(stored.record, units),
    validate: (values) => recordProblems(toRecord(values, units, base.record), units),
  });
  const record = toRecord(form.values, units, base.record);
  const dirty = changedFields(base.record, record).length > 0;
  const leave = () => {
    done.current = true;
    onSaved();
  };
  const submit = form.onSubmit(
    () => {
      if (save.isPending) return;
      if (!dirty) return leave();
      save.mutate(
        { version: base.version, record: clientRecord.parse(record) },
        {
          onSuccess: leave,
          onError(error) {
            const now = storedOf(error);
            if (!now) return;
            const result = mergeRecords(base.record, record, now.record);
            setMerged({ ...result, theirs: now.record });
            setBase(now);
            form.setValues(toValues(result.record, units));
          },
        },
      );
    },
    () => focusProblem(),
  );
  useHotkeys([['mod+S', () => element.current?.requestSubmit()]], []);
  const takeTheirs = (field: RecordField) => {
    if (!merged) return;
    form.setValues(toValues({ ...record, [field]: merged.theirs[field] }, units));
    setMerged({ ...merged, conflicts: merged.conflicts.filter((one) => one !== field) });
  };
  const problems = Object.keys(form.errors).length;
  return (
    <div className={classes.layout}>
      <nav aria-label="Sections" className={classes.index}>
        {RECORD_SECTIONS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <form ref={element} onSubmit={submit} noValidate aria-label="Edit client">
        <Stack gap="lg">
          {merged && <RecordConflict merged={merged} reading={{ units, today }} onTake={takeTheirs} />}
          {photo}
          <RecordFields form={form} units={units} today={today} />
          {save.error && !storedOf(save.error) && (
            <ProblemAlert
              text={`Nothing was saved, and nothing you typed is lost. ${messageOf(save.error, 'Please try again.')}`}
            />
          )}
        </Stack>
        <div className={classes.bar}>
          <Text size="sm" c={problems > 0 ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
            {problems > 0
              ? `${problems === 1 ? 'One field needs' : `${problems} fields need`} another look`
              : dirty
                ? 'Not saved yet'
                : 'No changes'}
          </Text>
          <Group gap="sm" wrap="nowrap">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </div>
      </form>
      <UnsavedChanges unsaved={dirty} mayLeave={() => done.current} />
    </div>
  );
}
