import { Card, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { FlowPreview, FlowTrigger } from '@stridewell/contract/flows/flows';
import { fillText, firstNameOf, PREVIEW_WEEKS, SILENT_DAYS, textProblem } from '@stridewell/contract/flows/flows.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel, dayInSentence, listText, numberText } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { flowPreviewQuery } from './flows.queries.ts';

type RulePreviewProps = { coachId: string; trigger: FlowTrigger; text: string };

/** While a person types, the preview waits. */
const PAUSE_MS = 300;
const NAMES_SHOWN = 8;

const isValid = ({ days }: FlowTrigger): boolean =>
  Number.isInteger(days) && days >= SILENT_DAYS.least && days <= SILENT_DAYS.most;

/** When a rule would have started, with which clients it starts now, and its first message to one of them. */
export function RulePreview({ coachId, trigger, text }: RulePreviewProps) {
  const [asked] = useDebouncedValue(trigger, PAUSE_MS);
  const query = useQuery({ ...flowPreviewQuery(coachId, asked), enabled: isValid(asked) });
  return (
    <Stack gap={6} role="group" aria-label="Preview">
      <Text fw={600}>Preview</Text>
      {isValid(trigger) ? (
        <QueryBoundary
          query={query}
          failed="The preview could not be loaded"
          loading="Loading the preview"
          skeleton={<Skeleton h={120} radius="md" />}
        >
          {(preview) => <Preview preview={preview} text={text} />}
        </QueryBoundary>
      ) : (
        <Muted>
          Enter {SILENT_DAYS.least} to {SILENT_DAYS.most} days to see it.
        </Muted>
      )}
    </Stack>
  );
}

function namesText(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN;
  return listText(more > 0 ? [...names.slice(0, NAMES_SHOWN), `${numberText(more)} more`] : names);
}

function Preview({ preview, text }: { preview: FlowPreview; text: string }) {
  const { today, past, now, clients, coachName } = preview;
  const [chosen, setChosen] = useState('');
  const client = clients.find(({ clientId }) => clientId === chosen) ?? now[0] ?? clients[0];
  const times = countLabel(past.length, 'time');
  return (
    <>
      <Text size="sm">
        {past.length === 0
          ? `Would not have started in the last ${PREVIEW_WEEKS} weeks with the clients who are active now.`
          : `Would have started ${times} in the last ${PREVIEW_WEEKS} weeks with the clients who are active now: ${namesText(
              past.map(({ name, day }) => `${name} (${dayInSentence(day, today)})`),
            )}.`}
      </Text>
      {past.length > 0 && (
        <Muted>
          Unread messages, objections to scoring and seats of past days are not kept, so a start shown here may not have
          happened.
        </Muted>
      )}
      <Text size="sm">
        {now.length === 0
          ? 'Starts with none of your clients now.'
          : `Starts now with ${countLabel(now.length, 'client')}: ${namesText(now.map(({ name }) => name))}.`}
      </Text>
      {client && text !== '' && textProblem(text) === null && (
        <>
          <NativeSelect
            label="First message to"
            size="sm"
            value={client.clientId}
            data={clients.map(({ clientId, name }) => ({ value: clientId, label: name }))}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          />
          <Card component="blockquote" m={0} p="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {fillText(text, { firstName: firstNameOf(client.name), coachName, days: String(client.days ?? 0) })}
          </Card>
        </>
      )}
    </>
  );
}
