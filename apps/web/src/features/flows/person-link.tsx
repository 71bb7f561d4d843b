import { Anchor } from '@mantine/core';
import type { SequenceRun } from '@stridewell/contract/flows/flows.sequences';
import { Link } from '@tanstack/react-router';
import { personPath } from './flows.words.ts';

type Named = Pick<SequenceRun, 'audience' | 'personId' | 'name'>;

/** The name of a client or lead, which leads to their page. */
export const PersonLink = ({ coachId, person }: { coachId: string; person: Named }) => (
  <Anchor component={Link} to={personPath(coachId, person)} c="inherit" fw={600} style={{ overflowWrap: 'anywhere' }}>
    {person.name}
  </Anchor>
);
