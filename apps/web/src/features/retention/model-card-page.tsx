import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import type { ModelCard } from '@stridewell/contract/retention/retention.model';
import { FEW_CLIENTS } from '@stridewell/contract/retention/retention.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { countLabel, dayText, numberText } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ModelFigures } from './model-figures.tsx';
import { ModelOutcomes } from './model-outcomes.tsx';
import { modelCardQuery } from './retention.queries.ts';

/** How good levels and percentages are: how they are made, how they were tested, and what came true. */
export function ModelCardPage({ coachId, children }: { coachId: string; children?: ReactNode }) {
  return (
    <Stack gap="lg" maw={960}>
      <PageHeader
        title="How good the levels are"
        lead="How risk levels are made, how they were tested, and what came true."
      />
      <Anchor component={Link} to={`/coach/${coachId}/engagement`} size="sm">
        Back to engagement
      </Anchor>
      <QueryBoundary
        query={useQuery(modelCardQuery(coachId))}
        failed="This page could not be loaded"
        loading="Loading how good the levels are"
        skeleton={<Skeleton h={520} radius="lg" />}
      >
        {(card) => (
          <Stack gap="md">
            <StateNotice card={card} />
            {card.measured && <ModelFigures measured={card.measured} />}
            <ModelOutcomes card={card} />
            {card.own && <OwnHistory own={card.own} />}
            {children}
            <Inputs />
          </Stack>
        )}
      </QueryBoundary>
    </Stack>
  );
}

const fullDay = (day: string): string => dayText(day, { day: 'numeric', month: 'long', year: 'numeric' });

function StateNotice({ card: { state, drift, measured } }: { card: ModelCard }) {
  if (!measured) {
    return (
      <Notice title="Not measured here yet">
        Levels come from published studies of gyms and online coaching. Their order of importance is known, their size
        is not. A percentage takes 200 clients who left on this platform, over several months. Until then you see levels
        and reasons.
      </Notice>
    );
  }
  const { version, coaches, clients, left, dataFrom, dataTo } = measured;
  const basis = `Version ${version} learned from ${countLabel(clients, 'client')} of ${coaches === 1 ? '1 coach' : `${numberText(coaches)} coaches`} between ${fullDay(dataFrom)} and ${fullDay(dataTo)}. ${numberText(left)} of them left.`;
  if (state === 'drifted') {
    return (
      <Notice tone="warning" title="No percentages at the moment">
        {drift === 'calibration'
          ? 'Lately the number of clients who left was far from the number that the percentages promised.'
          : 'Clients are active in other ways than those the percentages were measured on.'}{' '}
        Levels and reasons stay. Percentages return once a new version has been measured. {basis}
      </Notice>
    );
  }
  return <Text>{basis} It was then tested on later weeks of clients it had never seen.</Text>;
}

/** How much the coach's own clients count. */
function OwnHistory({ own: { clients, left, odds } }: { own: NonNullable<ModelCard['own']> }) {
  const times = Math.round(10 * odds) / 10;
  return (
    <SectionCard title="Your own clients">
      <Text size="sm">
        {countLabel(clients, 'client')} of yours could be learned from, and {numberText(left)} of them left.{' '}
        {clients < FEW_CLIENTS
          ? 'That is few, so your percentages mostly follow all coaches on this platform.'
          : times === 1
            ? 'They leave about as often as clients of other coaches who are equally active.'
            : `Their odds of leaving are ${numberText(times)} times those of equally active clients of other coaches, and your percentages contain that.`}
      </Text>
    </SectionCard>
  );
}

const Inputs = () => (
  <SectionCard title="Facts behind a level">
    <Text size="sm">
      Days since the last activity, visit, workout, check-in and message, active days against the client’s usual, due
      check-ins, messages, reply times, contacts by you, and how long you have worked together. Texts, health answers,
      age, sex, photos and food never count. A pause is not silence. Clients may object, and then have no level and no
      score.
    </Text>
  </SectionCard>
);
