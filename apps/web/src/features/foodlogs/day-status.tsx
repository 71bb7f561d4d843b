import { Button, Chip, Group, Stack, Textarea } from '@mantine/core';
import type { FoodDay } from '@stridewell/contract/foodlogs/foodlogs';
import { changeFoodDay } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import {
  FOOD_DAY_STATUS_LABELS,
  FOOD_DAY_STATUSES,
  FOOD_LOG_BOUNDS,
  type FoodDayStatus,
} from '@stridewell/contract/foodlogs/foodlogs.rules';
import { useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { usePhone } from '../../lib/use-phone.ts';
import { HelpLine } from '../../shared/help-line.tsx';
import { Field } from '../../ui/field.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import type { EditDay } from './foodlogs.editing.ts';

type DayStatusProps = {
  log: FoodDay;
  /** The status of a past day as the server counts it. */
  known: { status: FoodDayStatus; isGuess: boolean } | undefined;
  readOnly: boolean;
  onEdit: EditDay;
};

/** One tap says how much of the day is in the log, so that half a day is not counted as a whole one. */
export function DayStatus({ log, known, readOnly, onEdit }: DayStatusProps) {
  const { value } = log.status;
  const guess = value === null && known?.isGuess ? FOOD_DAY_STATUS_LABELS[known.status].toLowerCase() : null;
  return (
    <SectionCard title="This day">
      <Stack gap="md">
        <Field
          label="How much did you log?"
          description={
            guess
              ? `Counted as ${guess}, as it looks. One tap changes it.`
              : 'This way, half a day does not count as a whole one.'
          }
        >
          {(aria) => (
            <Chip.Group
              value={value ?? ''}
              onChange={(chosen) => {
                const status = FOOD_DAY_STATUSES.find((one) => one === chosen);
                if (status) onEdit((now) => changeFoodDay(now, { status }, serverNow()));
              }}
            >
              <Group {...aria} role="radiogroup" gap="xs" mt="xs">
                {FOOD_DAY_STATUSES.map((status) => (
                  <Chip key={status} value={status} size="md" disabled={readOnly}>
                    {FOOD_DAY_STATUS_LABELS[status]}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          )}
        </Field>
        {readOnly ? (
          log.note.value !== '' && <Muted style={{ whiteSpace: 'pre-wrap' }}>{log.note.value}</Muted>
        ) : (
          <DayNote key={`${log.id} ${log.note.changedAt}`} log={log} onEdit={onEdit} />
        )}
      </Stack>
    </SectionCard>
  );
}

/** The note of a day. It is saved when the field is left. A phone shows the field once there is a note or a wish for one. */
function DayNote({ log, onEdit }: Pick<DayStatusProps, 'log' | 'onEdit'>) {
  const [note, setNote] = useState(log.note.value);
  const isPhone = usePhone();
  const [isWanted, setWanted] = useState(false);
  const save = () => {
    if (note.trim() !== log.note.value) onEdit((now) => changeFoodDay(now, { note: note.trim() }, serverNow()));
  };
  if (isPhone && !isWanted && log.note.value === '') {
    return (
      <Group>
        <Button variant="subtle" mih={44} ml={-18} onClick={() => setWanted(true)}>
          Add a note
        </Button>
      </Group>
    );
  }
  return (
    <>
      <Textarea
        label="Note (optional)"
        autoFocus={isWanted}
        autosize
        minRows={2}
        maxLength={FOOD_LOG_BOUNDS.note}
        value={note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
        onBlur={save}
      />
      <HelpLine text={note} />
    </>
  );
}
