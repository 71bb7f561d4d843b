import { Text } from '@mantine/core';

/** Secondary text beside or below what it explains. */
export const Muted = Text.withProps({ size: 'sm', c: 'dimmed' });
