#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A ring buffer of bytes; one reader, one writer. */
struct ring {
	unsigned char *bytes;
	size_t capacity;
	size_t head;
	size_t tail;
};

int ring_create(struct ring *ring, size_t capacity)
{
	if (capacity == 0 || (capacity & (capacity - 1)) != 0)
		return -EINVAL;
	ring->bytes = malloc(capacity);
	if (!ring->bytes)
		return -ENOMEM;
	ring->capacity = capacity;
	ring->head = 0;
	ring->tail = 0;
	return 0;
}

void ring_destroy(struct ring *ring)
{
	free(ring->bytes);
	memset(ring, 0, sizeof(*ring));
}

size_t ring_used(const struct ring *ring)
{
	return ring->head - ring->tail;
}

bool ring_is_full(const struct ring *ring)
{
	return ring_used(ring) == ring->capacity;
}

size_t ring_write(struct ring *ring, const unsigned char *data, size_t length)
{
	size_t room = ring->capacity - ring_used(ring);
	size_t mask = ring->capacity - 1;

	if (length > room)
		length = room;
	for (size_t i = 0; i < length; i++) {
		ring->bytes[(ring->head + i) & mask] = data[i];
	}
	ring->head += length;
	return length;
}

size_t ring_read(struct ring *ring, unsigned char *data, size_t length)
{
	size_t used = ring_used(ring);
	size_t mask = ring->capacity - 1;

	if (length > used)
		length = used;
	for (size_t i = 0; i < length; i++) {
		data[i] = ring->bytes[(ring->tail + i) & mask];
		if (data[i] == '\0') {
			length = i + 1;
			break;
		}
	}
	ring->tail += length;
	return length;
}

int ring_peek(const struct ring *ring, size_t offset)
{
	if (offset >= ring_used(ring))
		return -1;
	return ring->bytes[(ring->tail + offset) & (ring->capacity - 1)];
}
