import { Card, Stack } from '@mantine/core';
import type { GenerationInput } from '@stridewell/contract/planner/planner.generation';
import type { Program } from '@stridewell/contract/programs/programs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { clientProgramsQuery } from '../programs/programs.queries.ts';
import type { DraftClient } from './draft-result.tsx';
import { type Answers, answersOf, type Sources, sourcesOf, USUAL_ANSWERS } from './planner.answers.ts';
import { useDrafting } from './planner.drafting.ts';
import { type PlannerRecord, plannerQuery, plannerRecordQuery } from './planner.queries.ts';
import { PlannerForm } from './planner-form.tsx';
import classes from './planner-page.module.css';
import { Blocked, ClientChoice, ModelNote, PlannerWaiting } from './planner-parts.tsx';

// A draft shows its steps before it can fail.
const DraftSteps = late(async () => (await import('./draft-steps.tsx')).DraftSteps);
const DraftFailure = late(async () => (await import('./draft-steps.tsx')).DraftFailure);
const DraftResult = late(async () => (await import('./draft-result.tsx')).DraftResult);

type PlannerPageProps = {
  coachId: string;
  /** The client that the program is for; undefined for a template. */
  clientId: string | undefined;
  onClient: (clientId: string | undefined) => void;
  outline: (program: Program) => ReactNode;
  assign: (programId: string, program: Program, client: DraftClient, onClose: () => void) => ReactNode;
};

/** Drafts a program for a client from their record, or a template from a few facts. */
export function PlannerPage({ coachId, clientId, onClient, outline, assign }: PlannerPageProps) {
  const shared = { coachId, outline, assign };
  const known = useQuery({ ...plannerRecordQuery(coachId, clientId ?? ''), enabled: clientId !== undefined });
  const choice = (
    <ClientChoice coachId={coachId} clientId={clientId} name={known.data?.name} what="a program" onClient={onClient} />
  );
  if (clientId === undefined) {
    return <Planner key="template" {...shared} choice={choice} client={null} answers={USUAL_ANSWERS} sources={{}} />;
  }
  return <ClientPlanner key={clientId} {...shared} clientId={clientId} choice={choice} />;
}

type SharedProps = Pick<PlannerPageProps, 'coachId' | 'outline' | 'assign'> & { choice: ReactNode };

function ClientPlanner({ clientId, ...shared }: SharedProps & { clientId: string }) {
  const { coachId, choice } = shared;
  const record = useQuery(plannerRecordQuery(coachId, clientId));
  const programs = useQuery(clientProgramsQuery(coachId, clientId));
  const waiting = <PlannerWaiting choice={choice} />;
  return (
    <QueryBoundary query={record} failed="The client’s record could not be loaded" skeleton={waiting}>
      {(known) => (
        <QueryBoundary query={programs} failed="The client’s program could not be loaded" skeleton={waiting}>
          {({ current, next, draft }) => {
            const present = current ?? next;
            const unpublished = draft && draft.clientProgramId === present?.id ? draft.version : 0;
            return (
              <Planner
                {...shared}
                client={{ clientId, name: known.name, present, unpublished }}
                record={known}
                answers={answersOf(known.facts)}
                sources={sourcesOf(known.facts)}
              />
            );
          }}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

type PlannerProps = SharedProps & {
  client: DraftClient | null;
  record?: PlannerRecord;
  answers: Answers;
  sources: Sources;
};

function Planner({ coachId, outline, assign, choice, client, record, answers: first, sources }: PlannerProps) {
  const [answers, setAnswers] = useState(first);
  const { drafting, start, retry } = useDrafting(coachId, client?.clientId ?? null);
  const queries = useQueryClient();
  const result = useRef<HTMLDivElement>(null);
  const isRunning = drafting.status === 'running';
  const run = (profile: GenerationInput) => {
    setAnswers(profile);
    // On a phone the steps and the draft are below the form, whose button is disabled meanwhile.
    const showResult = () => {
      result.current?.scrollIntoView({ block: 'start' });
      result.current?.focus({ preventScroll: true });
    };
    showResult();
    void start(profile).then(() => {
      showResult();
      return queries.invalidateQueries({ queryKey: plannerQuery(coachId).queryKey });
    });
  };
  const again = () => {
    const { goal, level, daysPerWeek, minutes, equipment } = answers;
    if (goal && level && daysPerWeek && minutes && equipment) {
      run({ ...answers, goal, level, daysPerWeek, minutes, equipment, seed: answers.seed + 1 });
    }
  };
  return (
    <div className={classes.columns}>
      <Card padding="md">
        <Stack gap="md">
          {choice}
          {record && <RecordNotes record={record} />}
          <PlannerForm answers={answers} sources={sources} busy={isRunning} onChange={setAnswers} onSubmit={run} />
          <ModelNote coachId={coachId} what="exercises" />
        </Stack>
      </Card>
      <div ref={result} tabIndex={-1} className={classes.result} aria-live="polite" aria-busy={isRunning}>
        {drafting.status === 'running' && <DraftSteps notes={drafting.notes} isRunning />}
        {drafting.status === 'failed' && (
          <DraftFailure error={drafting.error} notes={drafting.notes} onRetry={() => void retry()} />
        )}
        {drafting.status === 'blocked' && (
          <Blocked what="program" blocks={drafting.blocks} name={client?.name ?? 'This client'} />
        )}
        {drafting.status === 'ready' && (
          <DraftResult
            key={drafting.draft.id}
            coachId={coachId}
            client={client}
            outline={outline}
            assign={assign}
            draft={drafting.draft}
            onAgain={again}
          />
        )}
        {drafting.status === 'idle' &&
          (record && record.screening.blocks.length > 0 ? (
            <Blocked what="program" blocks={record.screening.blocks} name={record.name} />
          ) : (
            <EmptyState title="Your draft appears here">
              {client
                ? `Check what is known about ${client.name}, and answer what is open. Nothing reaches ${client.name} before you publish it.`
                : 'Describe the client, and read why each exercise is in the program. Nothing reaches a client before you assign it.'}
            </EmptyState>
          ))}
      </div>
    </div>
  );
}

/** Findings of the screening and the logged workouts. */
function RecordNotes({ record: { screening, history } }: { record: PlannerRecord }) {
  const { workouts, exercises, maxima } = history;
  return (
    <Stack gap="xs">
      {screening.cautions.map((caution) => (
        <Muted key={caution}>{caution}</Muted>
      ))}
      <Muted>
        {workouts === 0
          ? 'No logged workouts yet, so the draft leaves loads open.'
          : `${countLabel(workouts, 'workout')} in twelve weeks: ${countLabel(exercises, 'known exercise')}, loads for ${maxima}.`}
      </Muted>
    </Stack>
  );
}
