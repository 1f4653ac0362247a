package dev.ax;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the papers say of the code is what the code is. */
class PapersTest {
    private static final Pattern REGION =
            Pattern.compile("(?s)<!-- region: (\\S+) -->\\s*```java\\n(.*?)```\\s*<!-- end -->");

    /** The two commands stand alone in one block; the second is the tests. */
    private static final Pattern COMMANDS = Pattern.compile("(?s)```sh\\n(\\./mvnw[^\\n]*)\\n(\\./mvnw[^\\n]*)\\n```");

    @Test
    void examplesOfTheReadmeAreRegionsOfCodeThatTheTestsRun() throws IOException {
        Matcher regions = REGION.matcher(read("README.md"));
        int found = 0;
        while (regions.find()) {
            found++;
            assertThat(stripped(read(regions.group(1)))).as(regions.group(1)).contains(stripped(regions.group(2)));
        }
        assertThat(found).isPositive();
    }

    @Test
    void ciRunsTheTestCommandOfTheReadme() throws IOException {
        Matcher commands = COMMANDS.matcher(read("README.md"));
        assertThat(commands.find()).isTrue();

        assertThat(read(".ci/run").lines()).contains(commands.group(2));
    }

    @Test
    void everyLinkOfTheReadmeIntoTheProjectLeadsSomewhere() throws IOException {
        List<String> targets = Pattern.compile("]\\((?!https?:)([^)#]+)\\)")
                .matcher(read("README.md"))
                .results()
                .map(link -> link.group(1))
                .toList();

        assertThat(targets)
                .isNotEmpty()
                .allSatisfy(target -> assertThat(Path.of(target)).exists());
    }

    private static String read(String path) throws IOException {
        return Files.readString(Path.of(path));
    }

    /** Without indentation, which depends on where the code stands. */
    private static String stripped(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n")).strip();
    }
}
