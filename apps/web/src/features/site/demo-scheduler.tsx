import { IconCircleCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { browserTimeZone, momentLabel, zoneLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { takeFocus } from '../../lib/take-focus.ts';
import { DemoBookingForm, type DemoPerson } from './demo-booking-form.tsx';
import classes from './demo-scheduler.module.css';
import { DemoSlots } from './demo-slots.tsx';
import { useBookDemo } from './site.queries.ts';
import { scheduledMessage } from './site.scheduling.ts';

const MAX_ANSWERS_LENGTH = 2000;

type DemoSchedulerProps = {
  name: string;
  email: string;
  /** Answers of the questionnaire for the person who gives the demo. */
  answers: { experience: string; tools: string; clients: string };
};

const summaryOf = ({ experience, tools, clients }: DemoSchedulerProps['answers']): string =>
  [
    ['Experience', experience],
    ['Clients', clients],
    ['Tools', tools],
  ]
    .filter(([, value]) => value)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')
    .slice(0, MAX_ANSWERS_LENGTH);

/** The built-in scheduler. It usually runs in a frame and reports the booking to the page around it. */
export function DemoScheduler({ name, email, answers }: DemoSchedulerProps) {
  const [timeZone, setTimeZone] = useState(browserTimeZone);
  const [person, setPerson] = useState<DemoPerson>({ fullName: name, email });
  // The same id for every try at one time, so that a second click books nothing more.
  const [chosen, setChosen] = useState<{ id: string; startsAt: string } | null>(null);
  const [problem, setProblem] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const sending = useRef(false);
  const book = useBookDemo();

  const backToTimes = () => {
    setChosen(null);
    heading.current?.focus();
  };
  const submit = (who: DemoPerson) => {
    if (sending.current || !chosen) return;
    sending.current = true;
    setPerson(who);
    setProblem('');
    book.mutate(
      { ...chosen, ...who, timeZone, answers: summaryOf(answers) },
      {
        onSuccess({ id }) {
          const { origin } = window.location;
          window.parent.postMessage(scheduledMessage(id, origin), origin);
        },
        onError(error) {
          setProblem(messageOf(error, 'We could not book that time. What you typed is kept, so please try again.'));
          if (codeOf(error) === 'SLOT_TAKEN') backToTimes();
        },
        onSettled() {
          sending.current = false;
        },
      },
    );
  };

  if (book.data) {
    return (
      <main aria-label="Scheduler" className={classes.done}>
        <IconCircleCheck size={40} stroke={1.75} aria-hidden />
        <div role="status">
          <h1 ref={takeFocus} tabIndex={-1}>
            You are booked
          </h1>
          <p className={classes.when}>
            {momentLabel(book.data.startsAt, timeZone)}
            <span>{zoneLabel(timeZone)}</span>
          </p>
          <p>The invitation goes to {person.email}. It has a link to move or cancel the call.</p>
        </div>
      </main>
    );
  }
  return (
    <main aria-label="Scheduler" className={classes.page}>
      <h1 ref={heading} tabIndex={-1} className={classes.heading}>
        Book a demo
      </h1>
      <ProblemAlert mb="md" text={problem} />
      {chosen ? (
        <DemoBookingForm
          when={momentLabel(chosen.startsAt, timeZone)}
          zone={zoneLabel(timeZone)}
          person={person}
          busy={book.isPending}
          onBack={(who) => {
            setPerson(who);
            setProblem('');
            backToTimes();
          }}
          onSubmit={submit}
        />
      ) : (
        <DemoSlots
          timeZone={timeZone}
          onTimeZone={setTimeZone}
          onPick={(startsAt) => {
            setProblem('');
            setChosen({ id: newId(), startsAt });
          }}
        />
      )}
    </main>
  );
}
