import { Group, Text } from '@mantine/core';

type LogoProps = {
  name: string;
  /** The icon beside the name; the product's by default. */
  icon?: string | undefined;
  /** A picture in place of both. */
  picture?: { src: string; width: number; height: number } | null | undefined;
};

export function Logo({ name, icon = '/favicon.svg', picture }: LogoProps) {
  if (picture) {
    const { src, width, height } = picture;
    const size = { width: 'auto', maxWidth: 160, height: 'auto', maxHeight: 32, display: 'block' };
    return <img src={src} width={width} height={height} alt={name} style={size} />;
  }
  return (
    <Group gap={10} wrap="nowrap" miw={0}>
      <img src={icon} width={26} height={26} alt="" />
      <Text ff="heading" fw={700} size="lg" truncate>
        {name}
      </Text>
    </Group>
  );
}
