import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ReviewedCoach } from '@stridewell/contract/operator/operator';
import { type CoachDecision, decisionsFor } from '@stridewell/contract/operator/operator.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel, longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Fact } from '../../ui/fact.tsx';
import { late } from '../../ui/late.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './coach-review.module.css';
import { Doubt } from './doubt.tsx';
import { decisionsQuery } from './operator.queries.ts';
import { DECISION_TEXTS, doubtsOf, planText } from './operator.wording.ts';

const DecisionDialog = late(async () => (await import('./decision-dialog.tsx')).DecisionDialog);

/** A coach with everything that an operator judges by, and the decisions that their status allows. */
export function CoachReview({ coach }: { coach: ReviewedCoach }) {
  const timeZone = useTimeZone();
  const [decision, setDecision] = useState<CoachDecision | null>(null);
  const [first, ...others] = decisionsFor(coach.status);
  const doubts = doubtsOf(coach);
  const open = (next: CoachDecision) => () => setDecision(next);
  return (
    <SectionCard title={coach.fullName}>
      <Stack gap="lg">
        {doubts.length > 0 && (
          <Group gap="xs">
            {doubts.map((doubt) => (
              <Doubt key={doubt} text={doubt} />
            ))}
          </Group>
        )}
        <dl className={classes.facts}>
          <Fact label="Email">
            <Text span style={{ overflowWrap: 'anywhere' }}>
              {coach.email}
            </Text>
          </Fact>
          <Fact label="Plan">{planText(coach)}</Fact>
          <Fact label="Signed up">{longDate(coach.joinedAt, timeZone)}</Fact>
        </dl>
        <Profile profile={coach.profile} />
        <Group gap="sm">
          {first && (
            <Button variant={first === 'suspend' ? 'default' : 'filled'} onClick={open(first)}>
              {DECISION_TEXTS[first].label}
            </Button>
          )}
          {others.map((other) => (
            <Button key={other} variant="default" onClick={open(other)}>
              {DECISION_TEXTS[other].label}
            </Button>
          ))}
        </Group>
        <Decisions coachId={coach.coachId} />
      </Stack>
      {decision && <DecisionDialog coach={coach} decision={decision} onClose={() => setDecision(null)} />}
    </SectionCard>
  );
}

function Profile({ profile }: Pick<ReviewedCoach, 'profile'>) {
  if (!profile) return <Muted>This coach has not written a profile yet.</Muted>;
  const { headline, bio, website, instagram, yearsOfExperience: years, certifications } = profile;
  return (
    <Stack gap="xs">
      {headline && (
        <Text fw={600} className={classes.text}>
          {headline}
        </Text>
      )}
      {bio && (
        <div className={classes.text}>
          <LongText text={bio} />
        </div>
      )}
      {years !== null && <Text>{countLabel(years, 'year')} of experience</Text>}
      {certifications.map(({ name, issuer, year }) => (
        <Text key={`${name} ${issuer} ${year}`} className={classes.text}>
          {name}, {issuer}, {year}
        </Text>
      ))}
      {[website, instagram].filter(Boolean).map((url) => (
        <Anchor key={url} href={url} target="_blank" rel="noreferrer noopener" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Anchor>
      ))}
    </Stack>
  );
}

/** Earlier decisions about the coach. */
function Decisions({ coachId }: { coachId: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(decisionsQuery(coachId));
  return (
    <QueryBoundary query={query} failed="Earlier decisions could not be loaded" skeleton={48}>
      {({ decisions }) =>
        decisions.length > 0 && (
          <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Earlier decisions">
            {decisions.map(({ at, decision, operatorName, reason }) => (
              <li key={at}>
                <Text fw={500}>
                  {DECISION_TEXTS[decision].done} by {operatorName}
                </Text>
                <Muted>{longDate(at, timeZone)}</Muted>
                {reason && <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{reason}</Text>}
              </li>
            ))}
          </Stack>
        )
      }
    </QueryBoundary>
  );
}
