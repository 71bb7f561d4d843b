import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  TextInput,
} from '@mantine/core';
import { type ScheduleInput, scheduleInput } from '@stridewell/contract/checkins';
import { BUILT_IN_FORM } from '@stridewell/contract/checkins.forms.rules';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { type Plan, useSetPlan } from './checkins.queries.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type ScheduleDialogProps = {
  coachId: string;
  clientId: string;
  clientName: string;
  plan: Plan & { schedule: NonNullable<Plan['schedule']> };
  onClose: () => void;
};

/** When a client is asked, and which form. Loaded when it is opened. */
export default function ScheduleDialog({ coachId, clientId, clientName, plan, onClose }: ScheduleDialogProps) {
  const { schedule, clientZone, templates } = plan;
  const { every } = schedule;
  const [mode, setMode] = useState('weekdays' in every ? 'weekdays' : 'days');
  const [weekdays, setWeekdays] = useState('weekdays' in every ? every.weekdays.map(String) : []);
  const [days, setDays] = useState<number | string>('days' in every ? every.days : 7);
  const [firstDay, setFirstDay] = useState(schedule.firstDay);
  const [zone, setZone] = useState<ScheduleInput['zone']>(schedule.zone);
  const [templateId, setTemplateId] = useState(plan.templateId ?? '');
  const [problem, setProblem] = useState<string>();
  const set = useSetPlan(coachId, clientId);
  const save = () => {
    const wanted = mode === 'weekdays' ? { weekdays: weekdays.map(Number) } : { days: days === '' ? 0 : Number(days) };
    const read = scheduleInput.safeParse({ firstDay, every: wanted, zone });
    if (!read.success) {
      setProblem(
        !firstDay
          ? 'Please choose the first day.'
          : mode === 'weekdays'
            ? 'Please choose a day of the week.'
            : 'Please enter 1 to 365 days.',
      );
      return;
    }
    setProblem(undefined);
    set.mutate(
      { ...read.data, templateId: templateId || null },
      {
        onSuccess() {
          toast.success('Schedule saved', `It holds for ${clientName} from now on.`);
          onClose();
        },
      },
    );
  };
  const usual = templates.find(({ isDefault }) => isDefault)?.name ?? BUILT_IN_FORM.name;
  return (
    <Modal opened onClose={onClose} title={`Check-ins of ${clientName}`}>
      <Stack gap="md">
        <NativeSelect
          label="Form"
          data={[
            { value: '', label: `Default (${usual})` },
            ...templates
              .filter(({ archived, id }) => !archived || id === plan.templateId)
              .map(({ id, name, archived }) => ({ value: id, label: archived ? `${name} (archived)` : name })),
          ]}
          value={templateId}
          onChange={(event) => setTemplateId(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="How often"
          data={[
            { value: 'weekdays', label: 'Days of the week' },
            { value: 'days', label: 'Every few days' },
          ]}
          value={mode}
          onChange={setMode}
        />
        {mode === 'weekdays' ? (
          <Checkbox.Group label="On" value={weekdays} onChange={setWeekdays}>
            <Group gap="sm" mt="xs">
              {WEEKDAYS.map((name, index) => (
                <Checkbox key={name} value={String(index + 1)} label={name} />
              ))}
            </Group>
          </Checkbox.Group>
        ) : (
          <NumberInput label="Days from one to the next" min={1} max={365} value={days} onChange={setDays} />
        )}
        <TextInput
          type="date"
          label="First day"
          description="Nothing is due before it."
          size="sm"
          value={firstDay}
          onChange={(event) => setFirstDay(event.currentTarget.value)}
        />
        <NativeSelect
          label="A day begins at midnight"
          data={[
            { value: 'coach', label: 'where you are' },
            {
              value: 'client',
              label: `where ${clientName.split(' ')[0]} is${clientZone ? ` (${clientZone})` : ''}`,
            },
          ]}
          value={zone}
          onChange={(event) => setZone(event.currentTarget.value === 'client' ? 'client' : 'coach')}
        />
        {(problem || set.error) && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {problem ?? messageOf(set.error, 'The schedule was not saved. Check your connection and try again.')}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={set.isPending} onClick={save}>
            Save schedule
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
