import { Badge, Box, Card, Center, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { NotificationBadge } from './notification-badge.tsx';
import { NotificationEntry } from './notification-entry.tsx';
import classes from './notification-list.module.css';
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
    <Stack gap={48}>
      <header>
        <Badge size="lg" mb="sm" leftSection={<IconFlask size={14} stroke={1.75} aria-hidden />}>
          Sample data
        </Badge>
        <DisplayHeader
          title="Every kind of notification"
          lead="These are the parts the app itself uses, filled with made-up people. Click around: nothing is sent or saved."
        />
      </header>
      <section aria-labelledby="badge-title">
        <Title order={2} mb="md" id="badge-title">
          The badge counts what is unread
        </Title>
        <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 5 }} spacing="sm">
          {BADGE_SAMPLES.map(({ unread: count, caption, look }) => (
            <Card key={count} component="li" padding="md">
              <Group wrap="nowrap">
                {/* The colour of the bar, which the ring around the badge must match. */}
                <Center w={40} h={40} flex="none" bdrs="md" bg="var(--paper)" role="img" aria-label={bellLabel(count)}>
                  <NotificationBadge unread={count} />
                </Center>
                <div>
                  <Text fw={600}>{caption}</Text>
                  <Text c="dimmed">{look}</Text>
                </div>
              </Group>
            </Card>
          ))}
        </SimpleGrid>
      </section>
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
