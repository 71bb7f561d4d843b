import { Anchor, Switch, Table, Text } from '@mantine/core';
import {
  CHANNELS,
  type Channel,
  type ChannelChoice,
  isNotificationOn,
  NOTIFICATION_KINDS,
  type NotificationGroup,
  type NotificationType,
  notificationGroupsFor,
  notificationTypesFor,
} from '@stridewell/contract/notifications/notifications.rules';
import type { Side } from '@stridewell/contract/people.rules';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import classes from './notification-list.module.css';
import { groupLabel } from './notifications.messages.ts';
import { PUSH_SECTION, preferencesQuery, pushDevicesQuery, useSetPreference } from './notifications.preferences.ts';

const HEAD_TEXT = { fz: 'xs', fw: 600, c: 'dimmed' };
const HEADS: Record<Channel, string> = { in_app: 'In the app', mail: 'By email', push: 'By push' };

type NotificationPreferencesProps = { reader: Side; email: string; emailVerified: boolean };

/** The channels of each notification. A switch is saved as soon as it changes. */
export function NotificationPreferences(props: NotificationPreferencesProps) {
  // Without keys for push, the server offers two channels.
  const offersPush = (useQuery(pushDevicesQuery()).data?.publicKey ?? null) !== null;
  const channels = CHANNELS.filter((channel) => channel !== 'push' || offersPush);
  return (
    <QueryBoundary
      query={useQuery(preferencesQuery())}
      failed="Your preferences could not be loaded"
      loading="Your preferences are loading"
      skeleton={420}
    >
      {({ choices }) => <PreferenceTable {...props} choices={choices} channels={channels} />}
    </QueryBoundary>
  );
}

type PreferenceTableProps = NotificationPreferencesProps & { choices: ChannelChoice[]; channels: readonly Channel[] };

function PreferenceTable({ reader, email, emailVerified, choices, channels }: PreferenceTableProps) {
  const set = useSetPreference();
  const types = notificationTypesFor(reader);
  const typesIn = (group: NotificationGroup): NotificationType[] =>
    types.filter((type) => NOTIFICATION_KINDS[type].group === group);
  return (
    <>
      <Text c="dimmed" size="sm" mb="md">
        {emailVerified
          ? `Emails go to ${email}. A message is emailed only if you have not read it after five minutes.`
          : `Emails start once you have confirmed ${email}.`}
        {channels.includes('push') && (
          <>
            {' '}
            Push goes to the{' '}
            <Anchor href={`#${PUSH_SECTION}`} underline="always">
              devices that you turn on
            </Anchor>
            .
          </>
        )}
      </Text>
      <Table fz="md" verticalSpacing={10} aria-label="Notifications and their channels">
        <Table.Thead>
          <Table.Tr>
            <Table.Th {...HEAD_TEXT}>Tell me when</Table.Th>
            {channels.map((channel) => (
              <Table.Th key={channel} {...HEAD_TEXT} w={{ base: 58, sm: 96 }} px={4} ta="center">
                {HEADS[channel]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {notificationGroupsFor(reader).map((group) => (
            <Fragment key={group}>
              <Table.Tr>
                <Table.Th colSpan={channels.length + 1} scope="rowgroup" pt={20} fw={650}>
                  {groupLabel(group, reader)}
                </Table.Th>
              </Table.Tr>
              {typesIn(group).map((type) => {
                const words = NOTIFICATION_KINDS[type].words[reader] ?? '';
                return (
                  <Table.Tr key={type}>
                    <Table.Td>{words}</Table.Td>
                    {channels.map((channel) => (
                      <Table.Td key={channel} px={4} ta="center">
                        <Switch
                          display="inline-flex"
                          className={classes.switch}
                          withThumbIndicator={false}
                          aria-label={`${words}: ${HEADS[channel].toLowerCase()}`}
                          checked={isNotificationOn(choices, type, channel)}
                          onChange={({ currentTarget: { checked: enabled } }) => set.mutate({ type, channel, enabled })}
                        />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                );
              })}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
