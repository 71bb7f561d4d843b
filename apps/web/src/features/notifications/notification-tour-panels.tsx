import { Paper } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { NotificationBadge } from './notification-badge.tsx';
import { NotificationPanel } from './notification-panel.tsx';
import classes from './notification-tour.module.css';
import { bellLabel, loadProblem } from './notifications.messages.ts';
import { FAILURE_SAMPLES } from './notifications.samples.ts';

type TourPanelsProps = {
  list: { notifications: Notification[]; unread: number };
  onOpen: (notification: Notification) => void;
  onMarkAll: () => void;
  onReset: () => void;
};

const nothing = () => undefined;

/** The panel in each of its states. Only the list reacts to clicks. */
export function TourPanels({ list, onOpen, onMarkAll, onReset }: TourPanelsProps) {
  return (
    <div className={classes.panels}>
      <State
        name="List"
        note={
          <span className={classes.live}>
            <button type="button" className={classes.reset} onClick={onReset}>
              <IconRefresh size={16} stroke={1.75} aria-hidden />
              Start over
            </button>
            <span role="img" aria-label={bellLabel(list.unread)} className={classes.liveBell}>
              <NotificationBadge unread={list.unread} />
            </span>
          </span>
        }
      >
        <NotificationPanel list={list} onOpen={onOpen} onMarkAll={onMarkAll} />
      </State>
      <State name="Loading">
        <NotificationPanel isPending onOpen={nothing} onMarkAll={nothing} />
      </State>
      <State name="Empty">
        <NotificationPanel list={{ notifications: [], unread: 0 }} onOpen={nothing} onMarkAll={nothing} />
      </State>
      {FAILURE_SAMPLES.map(({ name, error }) => (
        <State key={name} name={name}>
          <NotificationPanel problem={loadProblem(error)} onOpen={nothing} onMarkAll={nothing} />
        </State>
      ))}
    </div>
  );
}

function State({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.state} aria-labelledby={id}>
      <div className={classes.stateHead}>
        <h3 id={id}>{name}</h3>
        {note}
      </div>
      <Paper withBorder shadow="md" className={classes.panel}>
        {children}
      </Paper>
    </section>
  );
}
