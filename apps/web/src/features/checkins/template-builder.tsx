import { Alert, Button, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Template } from '@stridewell/contract/checkins';
import {
  type Answers,
  FORM_LIMITS,
  formProblems,
  getAnswer,
  metricOf,
  type Question,
  type QuestionType,
} from '@stridewell/contract/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useSaveTemplate } from './checkins.queries.ts';
import { newQuestion, TYPE_NAMES } from './checkins.starters.ts';
import { QuestionEditor } from './question-editor.tsx';
import { QuestionField } from './question-field.tsx';
import classes from './template-builder.module.css';

type TemplateBuilderProps = {
  coachId: string;
  templateId: string;
  /** As it is stored; a form that is not stored yet has version 0. */
  template: Pick<Template, 'name' | 'version' | 'questions'>;
  units: UnitSystem;
};

const TYPES: readonly QuestionType[] = ['number', 'scale', 'choice', 'text', 'measurements', 'photo'];

/** As it is sent: without spaces around, and without empty lines among the options. */
const tidy = (questions: readonly Question[]): Question[] =>
  questions.map((question) => {
    const trimmed = { ...question, label: question.label.trim(), help: question.help.trim() };
    if (trimmed.type !== 'choice') return trimmed;
    return { ...trimmed, options: trimmed.options.map((option) => option.trim()).filter((option) => option !== '') };
  });

const isWorded = (question: Question) =>
  question.label !== '' &&
  (question.type !== 'choice' || question.options.length >= 2) &&
  (question.type !== 'photo' || question.slots.length > 0) &&
  (question.type !== 'measurements' || question.sites.length > 0);

/** Where a coach words a form, with the client's view beside it. */
export function TemplateBuilder({ coachId, templateId, template, units }: TemplateBuilderProps) {
  const [stored, setStored] = useState(template);
  const [name, setName] = useState(template.name);
  const [questions, setQuestions] = useState(template.questions);
  const [showProblems, setShowProblems] = useState(false);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const save = useSaveTemplate(coachId);
  const isDirty =
    stored.version === 0 || name !== stored.name || JSON.stringify(questions) !== JSON.stringify(stored.questions);
  const leaving = useBlocker({
    shouldBlockFn: () => isDirty && !save.isPending,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const ready = tidy(questions);
  const problems = formProblems(ready);
  const isReady = name.trim() !== '' && ready.length > 0 && problems.length === 0 && ready.every(isWorded);

  const change = (changed: Question) =>
    setQuestions(questions.map((question) => (question.id === changed.id ? changed : question)));
  const move = (index: number, by: -1 | 1) => {
    const moved = [...questions];
    const [question] = moved.splice(index, 1);
    if (!question) return;
    moved.splice(index + by, 0, question);
    setQuestions(moved);
    setSaid(`${question.label || 'The question'} is now number ${index + by + 1} of ${moved.length}`);
    // The row goes elsewhere and takes the focus with it; at an end the other button is the one that works.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-question="${question.id}"]`);
      const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])];
      const same = buttons.find(({ dataset, disabled }) => dataset.move === String(by) && !disabled);
      (same ?? buttons.find(({ disabled }) => !disabled))?.focus();
    });
  };
  const add = (type: QuestionType) => {
    const question = newQuestion(type);
    setQuestions([...questions, question]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-question="${question.id}"] input`)?.focus(),
    );
  };
  const submit = () => {
    setShowProblems(true);
    if (!isReady) return;
    save.mutate(
      { templateId, name: name.trim(), questions: ready, basedOn: stored.version },
      {
        onSuccess(saved) {
          setStored(saved);
          setName(saved.name);
          setQuestions(saved.questions);
          setShowProblems(false);
          toast.success('Form saved', 'Clients who have it open can still send the one they see.');
        },
      },
    );
  };
  return (
    <div className={classes.builder}>
      <Stack gap="lg">
        <TextInput
          label="Name of the form"
          description="Clients do not see it."
          value={name}
          maxLength={80}
          error={showProblems && !name.trim() && 'Please name the form'}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ol ref={list} className={classes.questions}>
          {questions.map((question, index) => (
            <QuestionEditor
              key={question.id}
              question={question}
              number={index + 1}
              isLast={index === questions.length - 1}
              showProblems={showProblems}
              taken={questions.filter(({ id }) => id !== question.id).flatMap((other) => metricOf(other) ?? [])}
              onChange={change}
              onMove={(by) => move(index, by)}
              onRemove={() => setQuestions(questions.filter(({ id }) => id !== question.id))}
            />
          ))}
        </ol>
        <p role="status" className={classes.said}>
          {said}
        </p>
        <Stack gap="xs">
          <Text fw={600} size="sm">
            Add a question
          </Text>
          <Group gap="xs">
            {TYPES.map((type) => (
              <Button
                key={type}
                variant="default"
                size="sm"
                leftSection={<IconPlus size={16} />}
                disabled={questions.length >= FORM_LIMITS.questions}
                onClick={() => add(type)}
              >
                {TYPE_NAMES[type]}
              </Button>
            ))}
          </Group>
        </Stack>
        {showProblems && !isReady && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            {questions.length === 0 ? 'Please add a question.' : (problems[0] ?? 'Something above is still missing.')}
          </Alert>
        )}
        {save.error && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
            The form was not saved, and nothing you changed is lost.{' '}
            {messageOf(save.error, 'Check your connection and try again.')}
          </Alert>
        )}
        <Group className={classes.foot}>
          <Button size="md" onClick={submit} loading={save.isPending} disabled={!isDirty}>
            Save form
          </Button>
          <Text size="sm" c="dimmed">
            {isDirty ? 'Not saved yet' : `Saved, version ${stored.version}`}
          </Text>
        </Group>
      </Stack>
      <Preview questions={questions} units={units} />
      <Modal opened={leaving.status === 'blocked'} onClose={() => leaving.reset?.()} title="Leave without saving?">
        <Stack>
          <Text>What you changed in this form is not saved yet.</Text>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => leaving.reset?.()}>
              Go on editing
            </Button>
            <Button color="red" onClick={() => leaving.proceed?.()}>
              Leave without saving
            </Button>
          </Group>
        </Stack>
      </Modal>
    </div>
  );
}

function Preview({ questions, units }: { questions: readonly Question[]; units: UnitSystem }) {
  const [answers, setAnswers] = useState<Answers>({});
  return (
    <section aria-label="What the client sees" className={classes.preview}>
      <Title order={2} size="h3" mb="md">
        What the client sees
      </Title>
      <Stack gap="lg">
        {questions.length === 0 && <Text c="dimmed">Questions will be here as you add them.</Text>}
        {questions.map((question) => (
          <QuestionField
            key={`${question.id}${question.type}`}
            question={{ ...question, label: question.label || 'Your question' }}
            value={getAnswer(answers, question.id)}
            onChange={(value) => {
              const { [question.id]: _, ...others } = answers;
              setAnswers(value === undefined ? others : { ...others, [question.id]: value });
            }}
            error={undefined}
            units={units}
            photos={null}
          />
        ))}
      </Stack>
    </section>
  );
}
