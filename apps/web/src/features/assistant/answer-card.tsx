import { Anchor, Badge, Box, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { AssistantAnswer, Fact } from '@stridewell/contract/assistant/assistant';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { agoInSentence, dayRange } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';

const AnswerChart = late(async () => (await import('./answer-chart.tsx')).AnswerChart);

/** Letters of a figure that is a sentence. */
const LONG_FIGURE = 24;

/** Answers and drafts keep their line breaks. */
const OWN_LINES = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;

export type AnswerView = { today: string; timeZone: string; units: 'metric' | 'imperial' };

type AnswerCardProps = {
  answer: AssistantAnswer;
  view: AnswerView;
  onAsk: (question: string) => void;
  onDraft: (proposal: NonNullable<AssistantAnswer['proposal']>) => void;
  onDelete: () => void;
};

/** A question with its answer, its sources, and what the person can do next. */
export function AnswerCard({ answer, view, onAsk, onDraft, onDelete }: AnswerCardProps) {
  const { question, text, facts, series, choices, proposal, model, askedAt } = answer;
  return (
    <Card component="article" aria-label={question}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Box miw={0}>
            <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {question}
            </Title>
            <Muted>{agoInSentence(askedAt, view.timeZone)}</Muted>
          </Box>
          <IconButton label={`Delete “${question}”`} icon={IconTrash} onClick={onDelete} />
        </Group>
        <Box style={OWN_LINES}>
          <LongText text={text} />
        </Box>
        {proposal && (
          <Stack gap="xs" align="flex-start">
            <Card withBorder padding="sm" w="100%" style={OWN_LINES}>
              <LongText text={proposal.text} />
            </Card>
            <Button size="sm" onClick={() => onDraft(proposal)}>
              Open draft
            </Button>
          </Stack>
        )}
        {choices.length > 0 && (
          <Group gap="xs" role="group" aria-label="Questions to ask instead">
            {choices.map((choice) => (
              <Button
                key={choice}
                variant="light"
                size="sm"
                h="auto"
                py={8}
                styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
                onClick={() => onAsk(choice)}
              >
                {choice}
              </Button>
            ))}
          </Group>
        )}
        {series && series.points.length > 1 && <AnswerChart series={series} today={view.today} units={view.units} />}
        {facts.length > 0 && <Sources facts={facts} />}
        {model && <Badge variant="light">Worded by {model}</Badge>}
      </Stack>
    </Card>
  );
}

/** The figures of an answer, each with its time and the page that it comes from. */
function Sources({ facts }: { facts: readonly Fact[] }) {
  return (
    <details>
      <summary style={{ cursor: 'pointer', minHeight: 24 }}>
        <Text span size="sm" fw={600}>
          Sources ({facts.length})
        </Text>
      </summary>
      <ul className={rows.divided}>
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an answer never change
          <Group key={index} component="li" justify="space-between" wrap="nowrap" py={8} gap="sm">
            <Box miw={0}>
              <Anchor component={Link} to={fact.link} size="sm">
                {fact.client ? `${fact.label}: ${fact.client.name}` : fact.label}
              </Anchor>
              {fact.period && <Muted>{dayRange(fact.period.from, fact.period.to)}</Muted>}
            </Box>
            <Text
              size="sm"
              fw={fact.shown.length > LONG_FIGURE ? 400 : 600}
              ta="end"
              maw="60%"
              style={{ flex: 'none', overflowWrap: 'anywhere' }}
            >
              {fact.shown}
            </Text>
          </Group>
        ))}
      </ul>
    </details>
  );
}
