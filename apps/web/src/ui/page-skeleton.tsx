import { Skeleton, Stack, Title, VisuallyHidden } from '@mantine/core';

type PageSkeletonProps = {
  /** The title of the page; left out while it is unknown. */
  title?: string;
  width: number;
  /** The heights of the cards, from the top. */
  heights: readonly number[];
};

/** The outline of a page while it loads. */
export function PageSkeleton({ title, width, heights }: PageSkeletonProps) {
  return (
    <Stack gap="lg" maw={width} mx="auto" aria-busy>
      {title ? <Title order={1}>{title}</Title> : <Skeleton h={34} w="50%" maw={260} />}
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes its order.
        <Skeleton key={index} h={height} radius="lg" />
      ))}
    </Stack>
  );
}
