import { Group, Select, SimpleGrid, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CalendarSession, RepeatInput, SessionType } from '@stridewell/contract/calendar/calendar';
import type { SessionLength } from '@stridewell/contract/calendar/calendar.bookings.rules';
import type { ApplyTo } from '@stridewell/contract/calendar/calendar.rules';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ApplyChoice } from './apply-choice.tsx';
import {
  changedRepeat,
  clockOf,
  formOf,
  lengthOf,
  nameIn,
  problemsOf,
  repeatOf,
  type SessionForm,
  startOf,
  suggestionWindow,
  suggestStart,
  weekdaysFor,
} from './calendar.form.ts';
import { calendarQuery, seriesQuery, useCreateSession, useUpdateSession } from './calendar.queries.ts';
import { momentShort } from './calendar.wording.ts';
import type { SessionStart } from './calendar-board.tsx';
import { ClientPicker } from './client-picker.tsx';
import { SessionConflicts } from './session-conflicts.tsx';
import { SessionRepeat } from './session-repeat.tsx';

type SessionDialogProps = {
  coachId: string;
  timeZone: string;
  /** Undefined while they are not loaded. */
  types: readonly SessionType[] | undefined;
  /** The session to change. Null for a new one. */
  session: CalendarSession | null;
  /** Null for a new session at the next free time from `day` on. */
  start: SessionStart | null;
  day: string;
  onClose: () => void;
};

const OTHER = { value: '', label: 'Something else' };

/** Schedules or changes a session. Shows the sessions that it would overlap. */
export function SessionDialog(props: SessionDialogProps) {
  const { coachId, timeZone, types, session, start, day, onClose } = props;
  // When the series cannot be loaded, the session can be changed and its repetition cannot.
  const series = useQuery({ ...seriesQuery(coachId, session?.id ?? ''), enabled: Boolean(session?.seriesId) });
  const isSuggested = start === null;
  const next = useQuery({ ...calendarQuery(coachId, suggestionWindow(day, timeZone)), enabled: isSuggested });
  const known = types ?? next.data?.types ?? [];
  const suggest = (length: SessionLength) => suggestStart(next.data, { day, timeZone, length });
  return (
    <Dialog opened onClose={onClose} title={session ? 'Change session' : 'New session'} size="lg">
      {series.isLoading || next.isLoading ? (
        <Skeleton h={480} aria-busy="true" aria-label="The session is loading" />
      ) : (
        <SessionEditor
          {...props}
          types={known}
          start={start ?? { startsAt: suggest(lengthOf(known[0])) }}
          suggest={isSuggested ? suggest : null}
          repeat={series.data?.repeat ?? null}
        />
      )}
    </Dialog>
  );
}

type SessionEditorProps = SessionDialogProps & {
  types: readonly SessionType[];
  start: SessionStart;
  /** The next free start for another length. Null where the coach has picked the time. */
  suggest: ((length: SessionLength) => string) | null;
  repeat: RepeatInput | null;
};

function SessionEditor({
  coachId,
  timeZone,
  types,
  session,
  start: initialStart,
  suggest,
  repeat,
  onClose,
}: SessionEditorProps) {
  const [apply, setApply] = useState<ApplyTo>('this');
  // The initial values, to see which of them were changed.
  const [before] = useState(() => formOf(session, initialStart, { types, timeZone, repeat }));
  const form = useForm({
    initialValues: before,
    // A change of one session hides the repetition, so it is not validated.
    validate: (values) => problemsOf(session && apply === 'this' ? { ...values, frequency: 'none' } : values, timeZone),
  });
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const create = useCreateSession(coachId);
  const update = useUpdateSession(coachId);
  // The same id for every try, so that a lost answer schedules nothing twice.
  const [id] = useState(newId);
  const { values } = form;
  const isMade = Boolean(session?.meetingUrl && session.ownMeetingUrl === null);
  const startsAt = startOf(values, timeZone);
  const changed = apply === 'this' ? undefined : changedRepeat(values, before);
  const isWhole = Object.keys(problemsOf(values, timeZone)).length === 0;
  const conflicts = startsAt && Number(values.minutes) > 0 && (
    <SessionConflicts
      timeZone={timeZone}
      plan={{
        coachId,
        startsAt,
        minutes: Number(values.minutes),
        sessionTypeId: values.typeId || null,
        repeat: (isWhole && (session ? changed : repeatOf(values))) || null,
        exceptId: session?.id ?? null,
        apply,
      }}
    />
  );

  const submit = form.onSubmit((wanted) => {
    const name = nameIn(wanted.who);
    const start = startOf(wanted, timeZone);
    if (!start) return;
    const details = {
      startsAt: start,
      minutes: Number(wanted.minutes),
      clientId: name === null ? wanted.who : null,
      clientName: name,
      sessionTypeId: wanted.typeId || null,
      sessionType: wanted.sessionType.trim(),
      location: wanted.location.trim(),
      meetingUrl: wanted.meetingUrl.trim(),
      notes: wanted.notes.trim(),
    };
    const done = (title: string, count: number, at: string) => {
      toast.success(
        title,
        count > 1 ? `${count} sessions, the first ${momentShort(at, timeZone)}.` : momentShort(at, timeZone),
      );
      onClose();
    };
    if (session) {
      const changedSeries = apply === 'this' ? undefined : changedRepeat(wanted, before);
      update.mutate(
        { session, apply, change: details, ...(changedSeries && { repeat: changedSeries }) },
        { onSuccess: (saved) => done('Session saved', saved.changed, saved.session.sessionDate) },
      );
    } else {
      create.mutate(
        { id, ...details, repeat: repeatOf(wanted) },
        { onSuccess: (saved) => done('Session scheduled', saved.made, saved.session.sessionDate) },
      );
    }
  }, focusProblem);

  const [suggested, setSuggested] = useState<Pick<SessionForm, 'day' | 'time'>>(before);
  const chooseType = (typeId: string | null) => {
    const type = types.find((one) => one.id === typeId);
    // A time that the coach has set stays.
    const isUntouched = values.day === suggested.day && values.time === suggested.time;
    const at = type && suggest && isUntouched && clockOf(suggest(type), timeZone);
    if (at) setSuggested(at);
    form.setValues({
      typeId: type?.id ?? '',
      ...(type && {
        sessionType: type.name,
        minutes: type.minutes,
        location: type.location,
        meetingUrl: type.meetingUrl,
      }),
      ...(at && { ...at, weekdays: weekdaysFor(at.day, values) }),
    });
  };
  const chooseDay = (day: string) => form.setValues({ day, ...(!session && { weekdays: weekdaysFor(day, values) }) });

  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        <ProblemAlert error={create.error ?? update.error} fallback="The session was not saved. Please try again." />
        <ClientPicker
          coachId={coachId}
          value={values.who}
          onChange={(who) => form.setFieldValue('who', who)}
          error={form.errors.who}
        />
        <Group grow align="flex-start">
          {types.length > 0 && (
            <Select
              size="md"
              label="Type"
              data={[...types.map((type) => ({ value: type.id, label: type.name })), OTHER]}
              value={values.typeId}
              onChange={chooseType}
              allowDeselect={false}
            />
          )}
          {values.typeId === '' && <TextInput label="Title" maxLength={80} {...form.getInputProps('sessionType')} />}
        </Group>
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md">
          <TextInput
            label="Date"
            type="date"
            {...form.getInputProps('day')}
            onChange={({ currentTarget }) => chooseDay(currentTarget.value)}
          />
          <TextInput label="Start" type="time" {...form.getInputProps('time')} />
          <NumberInput size="md" label="Minutes" min={5} max={1440} step={5} {...form.getInputProps('minutes')} />
        </SimpleGrid>
        {apply === 'this' && conflicts}
        {!session && <SessionRepeat form={form} />}
        <TextInput
          label="Where"
          description="If you meet in person. Your client sees it."
          maxLength={300}
          {...form.getInputProps('location')}
        />
        <TextInput
          label="Meeting link"
          description={
            isMade
              ? 'Your calendar made a link for this session. Enter another one to replace it.'
              : 'If you meet online. Your client sees it.'
          }
          inputMode="url"
          maxLength={500}
          {...form.getInputProps('meetingUrl')}
        />
        <Textarea
          size="md"
          label="Notes"
          description="Only you see them."
          maxLength={5000}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('notes')}
        />
        {session?.seriesId && <ApplyChoice label="Change which sessions?" value={apply} onChange={setApply} />}
        {repeat && apply !== 'this' && <SessionRepeat form={form} again />}
        {/* Below the choice that they depend on. */}
        {apply !== 'this' && conflicts}
        <DialogActions
          cancelLabel="Cancel"
          onCancel={onClose}
          label={session ? 'Save session' : 'Schedule'}
          busy={create.isPending || update.isPending}
        />
      </Stack>
    </form>
  );
}
