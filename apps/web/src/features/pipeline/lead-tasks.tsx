import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import type { LeadTask } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_BOUNDS } from '@stridewell/contract/pipeline/pipeline.rules';
import { IconTrash } from '@tabler/icons-react';
import { onDayInSentence } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import rows from '../../ui/rows.module.css';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useDeleteTask, useSaveTask } from './pipeline.queries.ts';

type LeadTasksProps = { coachId: string; leadId: string; tasks: readonly LeadTask[]; today: string };

/** The coach's tasks for a lead. Due tasks appear in today's agenda. */
export function LeadTasks({ coachId, leadId, tasks, today }: LeadTasksProps) {
  const save = useSaveTask(coachId);
  const remove = useDeleteTask(coachId);
  return (
    <SectionCard title="Tasks">
      <ProblemAlert error={save.error ?? remove.error} fallback="The task was not saved. Please try again." />
      <ul className={rows.divided} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {tasks.map((task) => (
          <Group component="li" key={task.id} justify="space-between" wrap="nowrap" gap="sm" mih={44}>
            <Checkbox
              checked={task.done}
              disabled={save.isPending}
              label={<Text td={task.done ? 'line-through' : 'none'}>{task.text}</Text>}
              {...(task.dueOn && !task.done && { description: `Due ${onDayInSentence(task.dueOn, today)}` })}
              onChange={({ currentTarget: { checked } }) =>
                save.mutate({ leadId, taskId: task.id, text: task.text, dueOn: task.dueOn, done: checked })
              }
            />
            <IconButton
              label={`Delete task: ${task.text}`}
              icon={IconTrash}
              onClick={() => remove.mutate({ leadId, taskId: task.id })}
            />
          </Group>
        ))}
      </ul>
      {tasks.length === 0 && <Muted mb="sm">Nothing to do yet. Tasks with a due date appear in today's agenda.</Muted>}
      <NewTask coachId={coachId} leadId={leadId} />
    </SectionCard>
  );
}

function NewTask({ coachId, leadId }: Pick<LeadTasksProps, 'coachId' | 'leadId'>) {
  const save = useSaveTask(coachId);
  const form = useSchemaForm(async () => (await import('@stridewell/contract/pipeline/pipeline')).leadTaskInput, {
    initialValues: { text: '', dueOn: '' },
    toInput: ({ text, dueOn }) => ({ text, dueOn: dueOn || null }),
    submit: ({ text, dueOn }) => save.mutateAsync({ leadId, taskId: newId(), text, dueOn, done: false }),
    onDone: () => form.reset(),
    fallback: 'The task was not saved. Please try again.',
  });
  return (
    <form {...form.formProps}>
      <ProblemAlert text={form.problem} />
      <Group gap="sm" align="flex-end" mt="sm">
        <TextInput label="New task" flex="1 1 200px" maxLength={LEAD_BOUNDS.task} {...form.getInputProps('text')} />
        <TextInput label="Due on" type="date" {...form.getInputProps('dueOn')} />
        <Button type="submit" variant="default" loading={form.busy}>
          Add task
        </Button>
      </Group>
    </form>
  );
}
