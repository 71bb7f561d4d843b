import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { type MergedRecord, RECORD_LABELS, type RecordField } from '@stridewell/contract/records/records.rules';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { fieldText, type ReaderContext } from './records.form.ts';

type RecordConflictProps = {
  merged: MergedRecord & { theirs: ClientRecord };
  reader: ReaderContext;
  onTake: (field: RecordField) => void;
};

/** Another person saved this client first: lists their changes and the conflicts. */
export function RecordConflict({ merged, reader, onTake }: RecordConflictProps) {
  const { taken, conflicts, theirs } = merged;
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new conflict gets the focus.
  useEffect(() => box.current?.focus(), [theirs]);
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="yellow"
      role="alert"
      icon={<IconUsers size={18} />}
      title="This client was edited in the meantime"
    >
      <Stack gap="sm">
        <Text size="sm">
          Nothing you typed is lost. {taken.length > 0 && `Updated from the other edit: ${namesOf(taken)}. `}
          {conflicts.length > 0 ? 'Both edits changed the fields below; yours are in the form.' : ''} Check the form and
          save again.
        </Text>
        {conflicts.map((field) => (
          <Group key={field} justify="space-between" gap="xs" align="flex-start">
            <Text size="sm" lineClamp={3}>
              <strong>{RECORD_LABELS[field]}</strong> in the other edit: {fieldText(theirs, field, reader) ?? 'empty'}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onTake(field)}
              aria-label={`Use the other edit for ${RECORD_LABELS[field].toLowerCase()}`}
            >
              Use theirs
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

const namesOf = (fields: readonly RecordField[]) =>
  fields.map((field) => RECORD_LABELS[field].toLowerCase()).join(', ');
