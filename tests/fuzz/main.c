/* Runs a fuzz target over files, without a fuzzer: a corpus is a regression
 * test.  Each file is also fed cut short: at every length up to 4 KiB, then
 * at every 512 bytes. */
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { FILE_MAX = 4 << 20, DENSE = 4096, STEP = 512 };

static void feed(const unsigned char *p, size_t n)
{
	/* An exact copy, so that a read past the end is seen. */
	unsigned char *copy = malloc(n ? n : 1);

	if (!copy)
		abort();
	for (size_t i = 0; i < n; i++)
		copy[i] = p[i];
	(void)LLVMFuzzerTestOneInput(copy, n);
	free(copy);
}

int main(int argc, char **argv)
{
	unsigned char *p = malloc(FILE_MAX);
	int files = 0;

	for (int i = 1; p && i < argc; i++) {
		FILE *f = fopen(argv[i], "rb");
		size_t n = f ? fread(p, 1, FILE_MAX, f) : 0;

		for (size_t cut = 0; cut < n; cut += cut < DENSE ? 1 : STEP)
			feed(p, cut);
		feed(p, n);
		files += f != NULL;
		if (f)
			(void)fclose(f);
	}
	free(p);
	(void)printf("%d files\n", files);
	return files == 0 || files != argc - 1;
}
