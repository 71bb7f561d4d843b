import type { Agenda, CoachDashboard } from '@stridewell/contract/dashboard/dashboard';
import { daysAgo } from '@stridewell/contract/dashboard/dashboard.rules';
import { IconCheck } from '@tabler/icons-react';
import { useOptimisticChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AgendaGroup } from './agenda-group.tsx';
import { AgendaRow } from './agenda-row.tsx';
import { coachDashboardQuery } from './dashboard.queries.ts';

type TaskGroupProps = { coachId: string; dashboard: Pick<CoachDashboard, 'today'>; agenda: Pick<Agenda, 'tasks'> };

/** Tasks that flows left to the coach. */
export function TaskGroup({ coachId, dashboard: { today }, agenda: { tasks } }: TaskGroupProps) {
  const finish = useFinishTask(coachId);
  return (
    <AgendaGroup title="Tasks" total={tasks.total} all={{ to: `/coach/${coachId}/flows` }}>
      {tasks.rows.map(({ taskId, clientId, clientName, text, dueOn }) => (
        <AgendaRow
          key={taskId}
          coachId={coachId}
          clientId={clientId}
          name={clientName}
          detail={`${text}, due ${daysAgo(dueOn, today)}`}
          isWhole
          open={{ label: 'Open', to: `/coach/${coachId}/client/${clientId}` }}
          action={
            <IconButton
              size={32}
              label={`Done: ${text}, ${clientName}`}
              icon={IconCheck}
              onClick={() => finish.mutate(taskId)}
            />
          }
        />
      ))}
    </AgendaGroup>
  );
}

/** Finishes a task of a flow, which leaves the agenda at once. */
function useFinishTask(coachId: string) {
  const { queryKey } = coachDashboardQuery(coachId);
  return useOptimisticChange({
    send: (taskId: string) => rpc.sequences.completeSequenceTask({ coachId, taskId, done: true }),
    queryKey,
    show: (dashboard: CoachDashboard, taskId) => withoutTask(dashboard, taskId),
    changedKeys: [queryKey, orpc.sequences.key()],
  });
}

function withoutTask({ agenda, ...cards }: CoachDashboard, taskId: string): CoachDashboard {
  if (agenda.state !== 'ready') return { agenda, ...cards };
  const { tasks, taskCount, ...data } = agenda.data;
  const rows = tasks.rows.filter((task) => task.taskId !== taskId);
  const gone = tasks.rows.length - rows.length;
  const left = { tasks: { total: tasks.total - gone, rows }, taskCount: taskCount - gone };
  return { agenda: { ...agenda, data: { ...data, ...left } }, ...cards };
}
