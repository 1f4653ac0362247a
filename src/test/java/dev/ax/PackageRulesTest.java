package dev.ax;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules of the packages in docs/architecture.md: upper ones may use lower ones, never the reverse. */
@AnalyzeClasses(packages = "dev.ax", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {

    @ArchTest
    static final ArchRule pureValuesKnowNoFramework = noClasses()
            .that()
            .resideInAnyPackage("dev.ax.task..", "dev.ax.wheel..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx..", "io.smallrye..", "com.hazelcast..", "org.slf4j..");

    @ArchTest
    static final ArchRule onlyTheStoreKnowsRedis = noClasses()
            .that()
            .resideOutsideOfPackages("dev.ax.store..", "dev.ax.process..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx.redis..", "redis.embedded..");

    @ArchTest
    static final ArchRule packagesFormNoCycles =
            slices().matching("dev.ax.(*)..").should().beFreeOfCycles();

    /** From the bottom up; a package uses only those before it. */
    private static final List<String> LAYERS = List.of(
            "task",
            "wheel",
            "async",
            "clock",
            "config",
            "metrics",
            "store",
            "events",
            "contract",
            "tick",
            "promoter",
            "scheduler",
            "reaper",
            "worker",
            "dispatch",
            "cluster",
            "http",
            "bus",
            "node",
            "process",
            "drill",
            "cli");

    @ArchTest
    static void lowerPackagesDoNotUseUpperOnes(JavaClasses ax) {
        for (int i = 0; i < LAYERS.size(); i++) {
            String[] upper = LAYERS.stream()
                    .skip(i + 1L)
                    .map(name -> "dev.ax." + name + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage("dev.ax." + LAYERS.get(i) + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(upper)
                    .check(ax);
        }
    }

    @ArchTest
    static void everyPackageHasItsPlace(JavaClasses ax) {
        Set<String> packages = ax.stream()
                .map(type -> type.getPackageName())
                .filter(name -> name.startsWith("dev.ax."))
                .map(name -> name.substring("dev.ax.".length()))
                .collect(Collectors.toSet());
        assertThat(LAYERS).containsExactlyInAnyOrderElementsOf(packages);
    }

    @ArchTest
    static final ArchRule valuesUseNothingAbove = classes()
            .that()
            .resideInAnyPackage("dev.ax.task..", "dev.ax.wheel..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.ax.task..", "dev.ax.wheel..", "java..");

    @ArchTest
    static final ArchRule onlyClocksReadTheSystemsTime = noClasses()
            .that()
            .resideOutsideOfPackages("dev.ax.clock..", "dev.ax.drill..", "dev.ax.cli..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now");
}
