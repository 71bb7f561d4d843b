import { Box, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { NotificationEntry } from './notification-entry.tsx';
import classes from './notification-list.module.css';
import { TourPanels } from './notification-tour-panels.tsx';
import { SAMPLES, sampleNotifications } from './notifications.samples.ts';

/** Every kind of notification and every state of the panel, on sample data. */
export function NotificationSamples() {
  const [items, setItems] = useState(() => sampleNotifications(Date.now()));
  const unread = items.filter(({ read }) => !read).length;
  const open = (id: string) => {
    setItems((before) => before.map((item) => (item.id === id ? { ...item, read: true } : item)));
    const opened = items.find((item) => item.id === id);
    if (opened) toast.success(opened.title, `In the app this opens ${SAMPLES[opened.type].opens}.`);
  };
  return (
    <Stack gap={48}>
      <section aria-labelledby="types-title">
        <Title order={2} mb="md" id="types-title">
          Five kinds of notification
        </Title>
        <Card component="ul" padding={0}>
          {items.map((item) => {
            const { name, when, opens } = SAMPLES[item.type];
            return (
              <li key={item.id} className={classes.tourRow}>
                <SimpleGrid cols={{ base: 1, md: 2 }} spacing={0}>
                  <Box px="lg" py="md">
                    <Title order={3} size="md" display="inline" mr="xs">
                      {name}
                    </Title>
                    <Text component="code" size="xs" c="dimmed" ff="monospace">
                      {item.type}
                    </Text>
                    <Text c="dimmed">
                      {when} Opens {opens}.
                    </Text>
                  </Box>
                  <NotificationEntry item={item} onClick={() => open(item.id)} />
                </SimpleGrid>
              </li>
            );
          })}
        </Card>
      </section>
      <section aria-labelledby="panel-title">
        <Title order={2} mb="md" id="panel-title">
          The panel, from loading to read
        </Title>
        <TourPanels
          list={{ notifications: items, unread }}
          onOpen={({ id }) => open(id)}
          onMarkAll={() => setItems((before) => before.map((item) => ({ ...item, read: true })))}
          onReset={() => setItems(sampleNotifications(Date.now()))}
        />
      </section>
    </Stack>
  );
}
