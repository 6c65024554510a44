/* That this program links is the test: a family's checker with its rules and its referee, and nothing that solves. */
#include <alea/table.h>

extern alea_status CERTIFY(void);

int main(void)
{
    alea_status (*const volatile certify)(void) = CERTIFY;
    return certify ? 0 : 1;
}
