import { Stack, Text, UnstyledButton } from '@mantine/core';
import {
  COACH_QUESTIONS,
  type CoachTool,
  OPERATOR_QUESTIONS,
  questionFor,
  TOOL_TOPICS,
} from '@stridewell/contract/assistant/assistant.questions.rules';
import type { Asker } from './assistant.queries.ts';

type QuestionListProps = { asker: Asker; onAsk: (question: string) => void };

const TOOLS = Object.keys(COACH_QUESTIONS) as CoachTool[];
/** Stands for a name, so these questions are for reading. */
const SOMEONE = 'a client';

/** The kinds of questions that the assistant answers, by topic. Those about one client need a name. */
export function QuestionList({ asker, onAsk }: QuestionListProps) {
  if (asker === 'operator') {
    return (
      <Questions
        title="The platform"
        questions={Object.values(OPERATOR_QUESTIONS).map(({ example }) => example)}
        onAsk={onAsk}
      />
    );
  }
  return (
    <Stack gap="md">
      {TOOL_TOPICS.map((topic) => (
        <Questions
          key={topic}
          title={topic}
          questions={TOOLS.filter((tool) => COACH_QUESTIONS[tool].topic === topic).map((tool) =>
            questionFor(tool, COACH_QUESTIONS[tool].example.includes('{client}') ? { client: SOMEONE } : {}),
          )}
          onAsk={topic === 'One client' ? null : onAsk}
        />
      ))}
    </Stack>
  );
}

type QuestionsProps = { title: string; questions: readonly string[]; onAsk: QuestionListProps['onAsk'] | null };

function Questions({ title, questions, onAsk }: QuestionsProps) {
  return (
    <section aria-label={title}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {questions.map((question) => (
          <li key={question}>
            {onAsk ? (
              <UnstyledButton py={6} onClick={() => onAsk(question)}>
                <Text span size="sm" c="var(--mantine-color-anchor)">
                  {question}
                </Text>
              </UnstyledButton>
            ) : (
              <Text size="sm" py={6}>
                {question}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
