import { Group, Text } from '@mantine/core';
import type { Notices } from '@stridewell/contract/identity/identity';
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { IconButton } from '../../ui/icon-button.tsx';

/** The version of the message that was closed on this device. */
export const DISMISSED_KEY = 'dismissed-banner';

const LOOKS = {
  info: { icon: IconInfoCircle, c: 'light-dark(#0c4a39, #cdeadf)', bg: 'light-dark(#e6f3ee, #15372c)' },
  warning: { icon: IconAlertTriangle, c: 'light-dark(#5c3d00, #f7e3b5)', bg: 'light-dark(#fdf3d8, #3a2d0c)' },
};

type BannerMessageProps = { banner: NonNullable<Notices['banner']>; onDismiss?: () => void };

/** The operators' message on top of every page. */
export function BannerMessage({ banner: { text, tone, dismissible }, onDismiss }: BannerMessageProps) {
  const { icon: ToneIcon, c, bg } = LOOKS[tone];
  return (
    <Group component="section" aria-label="Message from the team" wrap="nowrap" gap="sm" px={20} py={8} c={c} bg={bg}>
      <ToneIcon size={20} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Text flex={1} fw={550} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {dismissible && <IconButton label="Close message" icon={IconX} c="inherit" onClick={onDismiss} />}
    </Group>
  );
}
