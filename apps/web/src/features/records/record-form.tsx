import { Button, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { StoredRecord } from '@stridewell/contract/records/records';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import {
  changedFields,
  type MergedRecord,
  mergeRecords,
  type RecordField,
} from '@stridewell/contract/records/records.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { type ReactNode, useRef, useState } from 'react';
import { codeOf } from '../../lib/errors.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { RecordConflict } from './record-conflict.tsx';
import { RecordFields } from './record-fields.tsx';
import classes from './record-form.module.css';
import { fieldIn, RECORD_SECTIONS, toRecord, toValues } from './records.form.ts';
import { useSaveRecord } from './records.queries.ts';

type RecordFormProps = {
  coachId: string;
  clientId: string;
  stored: StoredRecord;
  /** Shown above the fields. It saves separately. */
  photo: ReactNode;
  units: UnitSystem;
  today: string;
  onSaved: () => void;
  onCancel: () => void;
};

type Stored = Pick<StoredRecord, 'record' | 'version'>;

const storedIn = (error: unknown): Stored | undefined =>
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
  const form = useSchemaForm(async () => (await import('@stridewell/contract/records/records.fields')).clientRecord, {
    initialValues: toValues(stored.record, units),
    toInput: (values) => toRecord(values, units, base.record),
    fieldFor: fieldIn(units),
    async submit(mine) {
      if (!dirty) return 'saved';
      try {
        await save.mutateAsync({ version: base.version, record: mine });
        return 'saved';
      } catch (error) {
        const now = storedIn(error);
        if (!now) throw error;
        const result = mergeRecords(base.record, mine, now.record);
        setMerged({ ...result, theirs: now.record });
        setBase(now);
        form.setValues(toValues(result.record, units));
        return 'merged';
      }
    },
    onDone(outcome) {
      if (outcome === 'merged') return;
      done.current = true;
      onSaved();
    },
    fallback: 'Please try again.',
  });
  const record = toRecord(form.values, units, base.record);
  const dirty = changedFields(base.record, record).length > 0;
  useHotkeys([['mod+S', () => form.formProps.ref.current?.requestSubmit()]], []);
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
      <form {...form.formProps} aria-label="Edit client">
        <Stack gap="lg">
          {merged && <RecordConflict merged={merged} reader={{ units, today }} onTake={takeTheirs} />}
          {photo}
          <RecordFields form={form} units={units} today={today} />
          <ProblemAlert
            text={form.problem && `Nothing was saved, but everything you typed is still here. ${form.problem}`}
          />
        </Stack>
        <Group justify="space-between" gap="sm" mt="lg" className={classes.bar}>
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
            <Button type="submit" loading={form.busy}>
              Save
            </Button>
          </Group>
        </Group>
      </form>
      <UnsavedChanges unsaved={dirty} mayLeave={() => done.current} />
    </div>
  );
}
