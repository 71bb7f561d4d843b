import { TextInput } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import { questionsAbout } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckInForm } from './check-in-form.tsx';
import { checkInsQuery, clientCheckInFormQuery, useLogCheckIn } from './checkins.queries.ts';

/** The weight in kg that is closest in time, before the day where there is one. `checkIns`: newest first. */
function weightBefore(checkIns: readonly Pick<CheckIn, 'day' | 'weightKg'>[], day: string): number | null | undefined {
  const weighed = checkIns.filter((one) => one.weightKg !== null && one.day !== day);
  return (weighed.find((one) => one.day < day) ?? weighed.at(-1))?.weightKg;
}

type LogCheckInProps = { coachId: string; clientId: string; units: UnitSystem; onLogged: () => void };

/** The client's form, filled in by the coach for today or an earlier day. */
export function LogCheckIn({ coachId, clientId, units, onLogged }: LogCheckInProps) {
  const { data } = useSuspenseQuery(clientCheckInFormQuery(coachId, clientId));
  const log = useLogCheckIn(coachId, clientId);
  const [day, setDay] = useState(data.today);
  // The form opens without them: they only serve the question about an unlikely weight.
  const { data: sent } = useQuery(checkInsQuery(coachId, clientId));
  const isAhead = day > data.today;
  return (
    <CheckInForm
      form={{ ...data.form, questions: questionsAbout(data.clientName.split(' ')[0] ?? '', data.form.questions) }}
      units={units}
      submitLabel="Log check-in"
      pending={log.isPending}
      error={log.error}
      photos={{ coachId, clientId }}
      beforeKg={sent && weightBefore(sent.checkIns, day)}
      onSubmit={(submission) => {
        if (day && !isAhead) log.mutate({ ...submission, day }, { onSuccess: onLogged });
      }}
      before={
        <TextInput
          type="date"
          label="Date"
          max={data.today}
          value={day}
          error={!day ? 'Please choose a day' : isAhead && 'Please choose today or an earlier date'}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      }
    />
  );
}
