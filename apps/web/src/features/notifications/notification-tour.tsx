import { Badge } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { NotificationBadge } from './notification-badge.tsx';
import { NotificationEntry } from './notification-entry.tsx';
import classes from './notification-tour.module.css';
import { TourPanels } from './notification-tour-panels.tsx';
import { bellLabel } from './notifications.messages.ts';
import { BADGE_SAMPLES, SAMPLES, sampleNotifications } from './notifications.samples.ts';

/** Every kind of notification, every look of the badge and every state of the panel, on sample data. */
export function NotificationTour() {
  const [items, setItems] = useState(() => sampleNotifications(Date.now()));
  const unread = items.filter(({ read }) => !read).length;
  const open = (id: string) => {
    setItems((before) => before.map((item) => (item.id === id ? { ...item, read: true } : item)));
    const opened = items.find((item) => item.id === id);
    if (opened) toast.success(opened.title, `In the app this opens ${SAMPLES[opened.type].opens}.`);
  };
  return (
    <div className={classes.tour}>
      <header>
        <Badge size="lg" leftSection={<IconFlask size={14} stroke={1.75} aria-hidden />}>
          Sample data
        </Badge>
        <h1 className={classes.title}>Notifications, from every side</h1>
        <p className={classes.lead}>
          These are the parts the app itself uses, filled with made-up people. Click around: nothing is sent or saved.
        </p>
      </header>
      <section aria-labelledby="badge-title">
        <h2 id="badge-title" className={classes.heading}>
          The badge counts what is unread
        </h2>
        <ul className={classes.badges}>
          {BADGE_SAMPLES.map(({ unread: count, caption, look }) => (
            <li key={count}>
              <span role="img" aria-label={bellLabel(count)} className={classes.bell}>
                <NotificationBadge unread={count} />
              </span>
              <span>
                <strong>{caption}</strong>
                <span className={classes.look}>{look}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="types-title">
        <h2 id="types-title" className={classes.heading}>
          Five things worth telling
        </h2>
        <ul className={classes.types}>
          {items.map((item) => {
            const { name, when, opens } = SAMPLES[item.type];
            return (
              <li key={item.id} className={classes.type}>
                <div>
                  <h3>{name}</h3>
                  <code>{item.type}</code>
                  <p>
                    {when} Opens {opens}.
                  </p>
                </div>
                <NotificationEntry item={item} onClick={() => open(item.id)} />
              </li>
            );
          })}
        </ul>
      </section>
      <section aria-labelledby="panel-title">
        <h2 id="panel-title" className={classes.heading}>
          The panel, from loading to read
        </h2>
        <TourPanels
          list={{ notifications: items, unread }}
          onOpen={({ id }) => open(id)}
          onMarkAll={() => setItems((before) => before.map((item) => ({ ...item, read: true })))}
          onReset={() => setItems(sampleNotifications(Date.now()))}
        />
      </section>
    </div>
  );
}
